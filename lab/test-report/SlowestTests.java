import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Prints the slowest test classes of a build, from the reports of Surefire and Failsafe. The last
 * module of the build runs it; {@code java lab/test-report/SlowestTests.java .} prints the list
 * again.
 */
public final class SlowestTests {
  private static final int SHOWN = 20;
  private static final Pattern SUITE =
      Pattern.compile("<testsuite [^>]*?name=\"([^\"]+)\"[^>]*? time=\"([0-9.,]+)\"[^>]*? tests=\"(\\d+)\"");

  private record TestClass(String module, String name, double seconds, int tests) {}

  public static void main(String[] arguments) throws IOException {
    List<TestClass> classes = read(Path.of(arguments[0]).toAbsolutePath().normalize());
    classes.sort(Comparator.comparingDouble(TestClass::seconds).reversed());
    System.out.printf(
        "%d tests in %d classes. The slowest classes:%n",
        classes.stream().mapToInt(TestClass::tests).sum(), classes.size());
    classes.stream()
        .limit(SHOWN)
        .forEach(
            one ->
                System.out.printf(
                    "%8.1f s %5d tests  %s (%s)%n",
                    one.seconds(), one.tests(), one.name(), one.module()));
  }

  private static List<TestClass> read(Path root) throws IOException {
    List<TestClass> classes = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            String folder = file.getParent().getFileName().toString();
            if (folder.endsWith("-reports") && file.getFileName().toString().startsWith("TEST-")) {
              Path module = root.relativize(file.getParent().getParent().getParent());
              // The report needs only the attributes of the first element.
              Matcher suite = SUITE.matcher(Files.readString(file));
              if (suite.find()) {
                classes.add(
                    new TestClass(
                        module.toString(),
                        suite.group(1),
                        Double.parseDouble(suite.group(2).replace(",", "")),
                        Integer.parseInt(suite.group(3))));
              }
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return classes;
  }
}
