package dev.baton.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each published module exports exactly what docs/modules.md names. With {@code
 * -Dbaton.updateDocs=true} in a build of all modules, the test rewrites the page.
 */
class ModulesTest {
  private static final Path PAGE =
      Path.of("").toAbsolutePath().getParent().resolve("docs/modules.md");
  private static final String BEGIN = "<!-- begin: what this build exports -->\n";
  private static final String END = "<!-- end -->";

  @Test
  void pageNamesTheExportedPackagesOfEachModule() throws Exception {
    StringBuilder rows = new StringBuilder();
    for (String artifact : PublishedTest.published().keySet()) {
      Path folder = PublishedTest.folder(artifact);
      // A build of some modules doesn't compile all of them.
      if (Files.exists(folder.resolve("target/classes/module-info.class"))) {
        rows.append(row(artifact, folder.resolve("target/classes")));
      }
    }
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    if (Boolean.getBoolean("baton.updateDocs")) {
      String table = "\n| Artifact | Module | Exports |\n|---|---|---|\n" + rows + "\n";
      page = page.substring(0, begin) + table + page.substring(end);
      Files.writeString(PAGE, page);
    }
    assertThat(rows.toString()).contains("`baton-api`", "`baton-core`", "`baton-jdbc`");
    assertThat(page.lines()).containsAll(rows.toString().lines().toList());
  }

  @Test
  void moduleHasTheNameInItsPomAndOpensNoInternals() throws Exception {
    for (String artifact : PublishedTest.published().keySet()) {
      Path folder = PublishedTest.folder(artifact);
      if (!Files.exists(folder.resolve("src/main/java/module-info.java"))) {
        continue;
      }
      assertThat(Files.readString(folder.resolve("pom.xml")))
          .contains("<module.name>" + descriptor(folder.resolve("target/classes")).name() + "<");
      Set<String> exported = exported(descriptor(folder.resolve("target/classes")));
      assertThat(exported)
          .as(artifact)
          .isNotEmpty()
          .noneMatch(name -> name.matches(".*\\.(internal|engine|host|cron)(\\..*)?"));
    }
  }

  @Test
  void apiCheckComparesTheExportedPackages() throws Exception {
    String pom = Files.readString(PAGE.resolveSibling("../pom.xml"));
    Set<String> compared = new TreeSet<>();
    Pattern.compile("<include>(dev\\.baton[a-z0-9.]*)</include>")
        .matcher(pom)
        .results()
        .forEach(one -> compared.add(one.group(1)));
    for (String artifact : PublishedTest.published().keySet()) {
      Path classes = PublishedTest.folder(artifact).resolve("target/classes");
      if (Files.exists(classes.resolve("module-info.class"))) {
        ModuleDescriptor module = descriptor(classes);
        assertThat(compared.stream().filter(module.packages()::contains))
            .as(artifact)
            .containsExactlyInAnyOrderElementsOf(exported(module));
      }
    }
  }

  /**
   * A module without a module-info is compiled on the class path, where every package is visible.
   */
  @Test
  void importsOfModuleWithoutModuleInfoAreExportedToIt() throws Exception {
    Map<String, ModuleDescriptor> named = new TreeMap<>();
    Map<String, Path> others = new TreeMap<>();
    for (String artifact : PublishedTest.published().keySet()) {
      Path folder = PublishedTest.folder(artifact);
      if (!Files.exists(folder.resolve("src/main/java/module-info.java"))) {
        others.put(artifact, folder);
      } else if (Files.exists(folder.resolve("target/classes/module-info.class"))) {
        ModuleDescriptor module = descriptor(folder.resolve("target/classes"));
        module.packages().forEach(name -> named.put(name, module));
      }
    }
    for (Map.Entry<String, Path> other : others.entrySet()) {
      String module = Files.readString(other.getValue().resolve("pom.xml"));
      String name = module.replaceFirst("(?s).*<module.name>(.*)</module.name>.*", "$1");
      for (String imported : imports(other.getValue().resolve("src/main"))) {
        ModuleDescriptor owner = named.get(imported);
        if (owner != null) {
          assertThat(owner.exports())
              .as("%s, which %s imports", imported, name)
              .anyMatch(
                  one ->
                      one.source().equals(imported)
                          && (!one.isQualified() || one.targets().contains(name)));
        }
      }
    }
    assertThat(named).containsKey("dev.baton.api.internal");
  }

  private static Set<String> imports(Path sources) throws IOException {
    Pattern line =
        Pattern.compile("(?m)^import (?:static )?(dev\\.baton(?:\\.[a-z0-9]+)*)\\.[A-Z]");
    Set<String> packages = new TreeSet<>();
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(one -> one.toString().matches(".*\\.(java|kt)")).toList()) {
        line.matcher(Files.readString(file)).results().forEach(one -> packages.add(one.group(1)));
      }
    }
    return packages;
  }

  private static String row(String artifact, Path classes) {
    ModuleDescriptor module = descriptor(classes);
    return "| `"
        + artifact
        + "` | `"
        + module.name()
        + "` | "
        + String.join(", ", exported(module).stream().map(name -> "`" + name + "`").toList())
        + " |\n";
  }

  private static Set<String> exported(ModuleDescriptor module) {
    Set<String> names = new TreeSet<>();
    for (ModuleDescriptor.Exports one : module.exports()) {
      if (!one.isQualified()) {
        names.add(one.source());
      }
    }
    return names;
  }

  private static ModuleDescriptor descriptor(Path classes) {
    return ModuleFinder.of(classes).findAll().iterator().next().descriptor();
  }
}
