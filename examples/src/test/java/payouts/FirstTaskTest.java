package payouts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** The instructions of docs/getting-started.md work as written. */
class FirstTaskTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  @Test
  @ResourceLock(Resources.SYSTEM_OUT)
  void firstTaskRuns() throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      FirstTask.main();
    } finally {
      System.setOut(before);
    }
    assertThat(said.toString(StandardCharsets.UTF_8)).contains("A receipt for anna");
  }

  /** The library versions are those that this build tests. */
  @Test
  void projectInTheDocsHasTheVersionsOfThisBuild() throws IOException {
    String parent = Files.readString(ROOT.resolve("pom.xml"));
    String document = Files.readString(ROOT.resolve("docs/getting-started.md"));
    assertThat(document)
        .contains(dependency("dev.baton", "baton-jdbc", element(parent, "version")))
        .contains(dependency("com.zaxxer", "HikariCP", element(parent, "hikari.version")))
        .contains(dependency("com.h2database", "h2", element(parent, "h2.version")))
        .contains(
            dependency(
                "tools.jackson.core", "jackson-databind", element(parent, "jackson.version")))
        .contains("exec-maven-plugin:" + element(parent, "exec.plugin.version") + ":java");
  }

  private static String dependency(String group, String artifact, String version) {
    return """
              <groupId>%s</groupId>
              <artifactId>%s</artifactId>
              <version>%s</version>
        """
        .formatted(group, artifact, version);
  }

  private static String element(String pom, String name) {
    Matcher element = Pattern.compile("<" + name + ">(.*?)</" + name + ">").matcher(pom);
    assertThat(element.find()).as(name).isTrue();
    return element.group(1);
  }
}
