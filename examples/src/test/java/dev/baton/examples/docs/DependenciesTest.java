package dev.baton.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Checks that {@code docs/dependencies.csv} names what each published module of this build brings.
 * With {@code -Dbaton.updateDocs=true} in a build of all modules, the test rewrites the file.
 */
class DependenciesTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path FILE = ROOT.resolve("docs/dependencies.csv");
  private static final String HEADER = "module,group,artifact,version,classifier";

  @Test
  void fileNamesTheDependenciesOfEachModule() throws Exception {
    Map<String, List<String>> built = new TreeMap<>();
    for (String module : PublishedTest.published().keySet()) {
      Path list = PublishedTest.folder(module).resolve("target/shipped.txt");
      // A build of some modules doesn't have all of them.
      if (Files.exists(list)) {
        built.put(module, rows(module, list));
      }
    }
    if (Boolean.getBoolean("baton.updateDocs")) {
      String rows = built.values().stream().flatMap(List::stream).collect(Collectors.joining());
      Files.writeString(FILE, HEADER + "\n" + rows);
    }
    List<String> lines = Files.readAllLines(FILE);
    assertThat(lines.get(0)).isEqualTo(HEADER);
    built.forEach(
        (module, rows) ->
            assertThat(lines.stream().filter(line -> line.startsWith(module + ",")))
                .containsExactlyElementsOf(rows.stream().map(String::strip).toList()));
  }

  private static List<String> rows(String module, Path list) throws IOException {
    TreeSet<String> rows = new TreeSet<>();
    for (String line : Files.readAllLines(list)) {
      String[] parts = line.strip().split("[ :]");
      boolean isBrought =
          parts.length >= 5 && parts[2].equals("jar") && !line.contains("(optional)");
      if (isBrought && !parts[0].equals("dev.baton")) {
        // An artifact with a classifier has one more part.
        boolean isClassified = !parts[4].matches("compile|runtime");
        String version = isClassified ? parts[4] + "," + parts[3] : parts[3] + ",";
        rows.add(String.join(",", module, parts[0], parts[1], version) + "\n");
      }
    }
    return List.copyOf(rows);
  }
}
