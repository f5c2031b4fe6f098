import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Prints the size of the public API: the public types of each package, top-level and nested, and
 * the public methods of the types that users need first. It is a report for people, made from the
 * compiled classes; no build fails because of it. {@code java lab/test-report/ApiReport.java .}
 * prints it again.
 */
public final class ApiReport {
  private static final List<String> MODULES =
      List.of("core/baton-api", "core/baton-core", "core/baton-jdbc");

  private static final List<String> COUNTED_METHODS =
      List.of("TaskRequest", "TaskDefinition", "TaskType", "Tasks", "Attempt", "Baton$Builder");

  private static final Pattern METHOD = Pattern.compile("  public .*\\(.*\\).*;");
  private static final Pattern OF_OBJECT =
      Pattern.compile(".* (equals|hashCode|toString|getClass|notify|notifyAll|wait)\\(.*");

  private record Counted(int topLevel, int nested) {
    Counted plus(Counted other) {
      return new Counted(topLevel + other.topLevel, nested + other.nested);
    }
  }

  public static void main(String[] arguments) throws IOException {
    Path root = Path.of(arguments[0]).toAbsolutePath().normalize();
    Map<String, Integer> methods = new TreeMap<>();
    System.out.println("Public types (top-level + nested) of the packages that are exported:");
    for (String module : MODULES) {
      Path classes = root.resolve(module).resolve("target/classes");
      Set<String> exported = exported(classes);
      Map<String, Counted> packages = new TreeMap<>();
      for (Map.Entry<String, String> type : publicTypes(classes).entrySet()) {
        String name = type.getKey();
        String simple = name.substring(name.lastIndexOf('.') + 1);
        String owner = name.substring(0, name.lastIndexOf('.'));
        if (!exported.contains(owner)) {
          continue;
        }
        Counted one = simple.contains("$") ? new Counted(0, 1) : new Counted(1, 0);
        packages.merge(owner, one, Counted::plus);
        if (COUNTED_METHODS.contains(simple)) {
          methods.put(simple, methods(type.getValue()));
        }
      }
      Counted all = packages.values().stream().reduce(new Counted(0, 0), Counted::plus);
      System.out.printf("%-34s %4d + %d%n", module, all.topLevel, all.nested);
      packages.forEach(
          (name, counted) ->
              System.out.printf("  %-32s %4d + %d%n", name, counted.topLevel, counted.nested));
    }
    System.out.println("Public methods, without those of Object:");
    methods.forEach((name, count) -> System.out.printf("  %-32s %4d%n", name, count));
  }

  /** Returns the packages that a module exports to all modules. */
  private static Set<String> exported(Path classes) {
    return ModuleFinder.of(classes).findAll().stream()
        .flatMap(module -> module.descriptor().exports().stream())
        .filter(export -> !export.isQualified())
        .map(ModuleDescriptor.Exports::source)
        .collect(Collectors.toSet());
  }

  /** Returns what javap prints of each public type, by name. */
  private static Map<String, String> publicTypes(Path classes) throws IOException {
    if (!Files.isDirectory(classes)) {
      return Map.of();
    }
    List<String> command = new ArrayList<>(List.of("-public"));
    List<Path> files;
    try (Stream<Path> all = Files.walk(classes)) {
      files = all.filter(file -> file.toString().endsWith(".class")).sorted().toList();
    }
    files.stream()
        .filter(file -> !file.endsWith("package-info.class") && !file.endsWith("module-info.class"))
        .forEach(file -> command.add(file.toString()));
    StringWriter text = new StringWriter();
    ToolProvider.findFirst("javap")
        .orElseThrow()
        .run(new PrintWriter(text), new PrintWriter(text), command.toArray(String[]::new));
    Map<String, String> types = new LinkedHashMap<>();
    for (String one : text.toString().split("Compiled from ")) {
      String[] lines = one.split("\n", 3);
      if (lines.length > 1 && lines[1].startsWith("public ")) {
        types.put(nameIn(lines[1]), one);
      }
    }
    return types;
  }

  private static String nameIn(String declaration) {
    for (String word : declaration.replaceAll("<.*?>+", "").split("[ {]")) {
      if (word.startsWith("dev.baton.")) {
        return word;
      }
    }
    return declaration;
  }

  private static int methods(String javap) {
    return (int)
        javap
            .lines()
            .filter(line -> METHOD.matcher(line).matches() && !OF_OBJECT.matcher(line).matches())
            .count();
  }
}
