package dev.baton.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The page about dependencies names what each published module of this build brings. With {@code
 * -Dbaton.updateDocs=true} in a build of all modules, the test rewrites the page.
 */
class DependenciesTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path PAGE = ROOT.resolve("docs/dependencies.md");
  private static final String BEGIN = "<!-- begin: what this build has -->\n";

  @Test
  void pageNamesTheDependenciesOfEachModule() throws Exception {
    String page = Files.readString(PAGE);
    String sections = "";
    for (String module : PublishedTest.published().keySet()) {
      Path list = PublishedTest.folder(module).resolve("target/shipped.txt");
      // A build of some modules doesn't have all of them.
      if (Files.exists(list)) {
        sections += section(module, list);
      }
    }
    if (Boolean.getBoolean("baton.updateDocs")) {
      page = page.substring(0, page.indexOf(BEGIN)) + BEGIN + sections;
      Files.writeString(PAGE, page);
    }
    for (String section : sections.split("(?=\n## )")) {
      assertThat(page).contains(section);
    }
  }

  private static String section(String module, Path list) throws IOException {
    TreeSet<String> rows = new TreeSet<>();
    for (String line : Files.readAllLines(list)) {
      String[] parts = line.strip().split("[ :]");
      boolean isBrought =
          parts.length >= 5 && parts[2].equals("jar") && !line.contains("(optional)");
      if (isBrought && !parts[0].equals("dev.baton")) {
        // An artifact with a classifier has one more part.
        boolean isClassified = !parts[4].matches("compile|runtime");
        String version = isClassified ? parts[4] + ", `" + parts[3] + "`" : parts[3];
        rows.add("| " + parts[0] + " | " + parts[1] + " | " + version + " |\n");
      }
    }
    return "\n## "
        + module
        + "\n\n| Group | Artifact | Version |\n|---|---|---|\n"
        + String.join("", rows);
  }
}
