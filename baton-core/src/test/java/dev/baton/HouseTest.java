package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Ceilings for what is published, so that no reviewer has to count. What is above one stands in a
 * list with its number: a number may be lowered, and what is under the ceiling leaves the list.
 * Nothing may be added to a list.
 */
class HouseTest {
  private static final int MAX_FILE_LINES = 400;
  private static final int MAX_METHOD_LINES = 50;
  private static final int MAX_PARAMETERS = 6;
  private static final int MAX_RECORD_COMPONENTS = 8;
  private static final int MAX_FILES_OF_A_PACKAGE = 30;
  private static final int MAX_FIELDS_OF_DISPATCHER = 10;

  /** All of its rooms together; the goal is 2,500. */
  private static final int MAX_LINES_OF_DISPATCH = 3_155;

  private static final Map<String, Integer> LONG_FILES = Map.ofEntries();

  /** Of tests, benchmarks, examples and whatever else isn't published. */
  private static final Map<String, Integer> LONG_TESTS = Map.ofEntries();

  private static final Map<String, Integer> LONG_METHODS = Map.ofEntries();

  private static final Map<String, Integer> WIDE_CONSTRUCTORS = Map.ofEntries();

  private static final Map<String, Integer> WIDE_RECORDS = Map.ofEntries();

  private static final Map<String, Integer> LARGE_PACKAGES = Map.ofEntries();

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Map<String, Integer> FILES = new TreeMap<>();
  private static final Map<String, Integer> METHODS = new TreeMap<>();
  private static final Map<String, Integer> CONSTRUCTORS = new TreeMap<>();
  private static final Map<String, Integer> RECORDS = new TreeMap<>();
  private static final Map<String, Integer> PACKAGES = new TreeMap<>();
  private static final Map<String, Integer> FIELDS = new TreeMap<>();

  @BeforeAll
  static void measure() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  manager,
                  null,
                  List.of("-proc:none"),
                  null,
                  manager.getJavaFileObjectsFromPaths(published()));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        String path = ROOT.relativize(Path.of(unit.getSourceFile().toUri())).toString();
        FILES.put(path, lines(ROOT.resolve(path)));
        PACKAGES.merge(path.substring(0, path.lastIndexOf('/')), 1, Integer::sum);
        unit.accept(new Measuring(unit, positions), null);
      }
    }
  }

  @Test
  void aFileIsNotTooLong() {
    isHeld(FILES, MAX_FILE_LINES, LONG_FILES);
  }

  @Test
  void aTestIsNotTooLong() throws IOException {
    Map<String, Integer> others = new TreeMap<>();
    for (Path file : sources(ROOT).toList()) {
      String path = ROOT.relativize(file).toString();
      if (path.contains("src/") && !path.contains("target/") && !FILES.containsKey(path)) {
        others.put(path, lines(file));
      }
    }
    isHeld(others, MAX_FILE_LINES, LONG_TESTS);
  }

  @Test
  void aMethodIsNotTooLong() {
    isHeld(METHODS, MAX_METHOD_LINES, LONG_METHODS);
  }

  @Test
  void aConstructorHasFewParameters() {
    isHeld(CONSTRUCTORS, MAX_PARAMETERS, WIDE_CONSTRUCTORS);
  }

  @Test
  void aRecordHasFewComponents() {
    isHeld(RECORDS, MAX_RECORD_COMPONENTS, WIDE_RECORDS);
  }

  @Test
  void aPackageHasFewFiles() {
    isHeld(PACKAGES, MAX_FILES_OF_A_PACKAGE, LARGE_PACKAGES);
  }

  /** Of examples, benchmarks, failure tests and servers for tests, too. */
  @Test
  void aPackageThatIsNotPublishedHasFewFiles() {
    Map<String, Integer> packages = new TreeMap<>();
    for (Path file : sources(ROOT).toList()) {
      String path = ROOT.relativize(file).toString();
      if (path.contains("src/main/") && !path.contains("target/")) {
        packages.merge(path.substring(0, path.lastIndexOf('/')), 1, Integer::sum);
      }
    }
    isHeld(packages, MAX_FILES_OF_A_PACKAGE, LARGE_PACKAGES);
  }

  @Test
  void theDispatcherKnowsFewThings() {
    assertThat(FIELDS.get("dev.baton.engine.dispatch.Dispatcher"))
        .isBetween(1, MAX_FIELDS_OF_DISPATCHER);
  }

  @Test
  void dispatchDoesNotGrow() {
    int lines =
        FILES.entrySet().stream()
            .filter(file -> file.getKey().contains("dev/baton/engine/dispatch/"))
            .mapToInt(Map.Entry::getValue)
            .sum();
    assertThat(lines).isBetween(1, MAX_LINES_OF_DISPATCH);
  }

  private static void isHeld(
      Map<String, Integer> measured, int ceiling, Map<String, Integer> allowed) {
    assertThat(measured).isNotEmpty();
    Map<String, Integer> above =
        measured.entrySet().stream()
            .filter(
                one -> one.getValue() > Math.max(ceiling, allowed.getOrDefault(one.getKey(), 0)))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    assertThat(above).as("more than %s, and more than its own number", ceiling).isEmpty();
    assertThat(allowed.keySet())
        .as("listed, and under the ceiling of %s by now: take it out of the list", ceiling)
        .allMatch(name -> measured.getOrDefault(name, 0) > ceiling);
  }

  private static List<Path> published() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      return modules
          .filter(module -> module.getFileName().toString().startsWith("baton-"))
          .map(module -> module.resolve("src/main/java"))
          .filter(Files::isDirectory)
          .flatMap(HouseTest::sources)
          .sorted()
          .toList();
    }
  }

  private static Stream<Path> sources(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static int lines(Path file) throws IOException {
    return Files.readAllLines(file).size();
  }

  /** Measures one file. */
  private static final class Measuring extends TreeScanner<Void, Void> {
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final Deque<String> names = new ArrayDeque<>();

    Measuring(CompilationUnitTree unit, SourcePositions positions) {
      this.unit = unit;
      this.positions = positions;
      names.push(String.valueOf(unit.getPackageName()));
    }

    @Override
    public Void visitClass(ClassTree tree, Void none) {
      names.push(names.peek() + "." + tree.getSimpleName());
      int fields =
          (int)
              tree.getMembers().stream()
                  .filter(VariableTree.class::isInstance)
                  .map(VariableTree.class::cast)
                  .filter(field -> !field.getModifiers().getFlags().contains(Modifier.STATIC))
                  .count();
      (isRecord(tree) ? RECORDS : FIELDS).merge(names.peek(), fields, Math::max);
      for (Tree member : tree.getMembers()) {
        if (member instanceof MethodTree method) {
          METHODS.merge(names.peek() + "#" + method.getName(), lines(method), Math::max);
          if (method.getName().contentEquals("<init>") && !isRecord(tree)) {
            CONSTRUCTORS.merge(names.peek(), method.getParameters().size(), Math::max);
          }
        }
      }
      super.visitClass(tree, none);
      names.pop();
      return null;
    }

    private static boolean isRecord(ClassTree tree) {
      return tree.getKind() == Tree.Kind.RECORD;
    }

    private int lines(MethodTree method) {
      long first = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, method));
      long last = unit.getLineMap().getLineNumber(positions.getEndPosition(unit, method));
      return (int) (last - first + 1);
    }
  }
}
