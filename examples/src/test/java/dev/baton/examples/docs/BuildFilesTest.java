package dev.baton.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The build files in the documents name the same versions as this build, and the Gradle files name
 * the same dependencies as the Maven files. {@code .ci/first-task} runs the poms.
 */
class BuildFilesTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final String QUARKUS = "<quarkus.version>(.*?)</";
  private static final String KOTLIN = "<kotlin.version>(.*?)</";

  @Test
  void gradleFilesNameTheDependenciesOfThePoms() throws IOException {
    String page = read("docs/build-files.md");
    Set<String> plain = ofPom(block(read("docs/getting-started.md"), "xml"));
    assertThat(plain).contains("dev.baton:baton-jdbc:" + version());
    assertThat(ofGradle(block(section(page, "Plain Java"), "kts"))).isEqualTo(plain);
    assertThat(ofGradle(block(section(page, "Plain Java"), "groovy"))).isEqualTo(plain);
    String kotlin = section(page, "Kotlin");
    assertThat(ofGradle(block(kotlin, "kts"))).isEqualTo(ofPom(block(kotlin, "xml")));
    for (String boot : List.of("Spring Boot 4", "Spring Boot 3")) {
      Set<String> pom = ofPom(block(section(page, boot), "xml"));
      assertThat(ofGradle(block(section(page, boot), "kts"))).isEqualTo(pom);
      assertThat(ofGradle(block(section(page, boot), "groovy"))).isEqualTo(pom);
    }
  }

  @Test
  void buildFilesNameTheVersionsThatThisBuildTests() throws IOException {
    String boot4 = first(read("pom.xml"), "<spring-boot.version>(.*?)</");
    String boot3 =
        first(
            read("frameworks/baton-spring-boot-3-starter/pom.xml"), "<spring-boot.version>(.*?)</");
    String page = read("docs/build-files.md");
    assertThat(ofPom(block(section(page, "Spring Boot 4"), "xml")))
        .contains(
            "dev.baton:baton-spring-boot-starter:" + version(),
            "dev.baton:baton-spring-boot-test:" + version(),
            "org.springframework.boot:" + boot4);
    assertThat(ofPom(block(section(page, "Spring Boot 3"), "xml")))
        .contains(
            "dev.baton:baton-spring-boot-3-starter:" + version(),
            "dev.baton:baton-spring-boot-test:" + version(),
            "org.springframework.boot:" + boot3);
    String quarkus = block(section(page, "Quarkus"), "xml");
    String h2 = "com.h2database:h2:" + first(read("pom.xml"), "<h2.version>(.*?)</");
    assertThat(ofPom(quarkus)).contains("dev.baton:baton-quarkus:" + version());
    assertThat(first(quarkus, QUARKUS)).isEqualTo(first(read("pom.xml"), QUARKUS));
    String kotlin = section(page, "Kotlin");
    assertThat(ofPom(block(kotlin, "xml"))).contains("dev.baton:baton-kotlin:" + version(), h2);
    assertThat(
            List.of(first(kotlin, KOTLIN), first(kotlin, "kotlin\\(\"jvm\"\\) version \"(.*?)\"")))
        .containsOnly(first(read("frameworks/baton-kotlin/pom.xml"), KOTLIN));
  }

  /** Returns group, artifact and version of all dependencies, and Spring Boot with its version. */
  private static Set<String> ofPom(String pom) {
    String baton = pom.contains("<baton.version>") ? first(pom, "<baton.version>(.*?)</") : "";
    Set<String> found = new TreeSet<>();
    all(pom, "(?s)<dependency>(.*?)</dependency>")
        .forEach(
            dependency -> {
              String one = dependency.group(1);
              String version =
                  one.contains("<version>") ? ":" + first(one, "<version>(.*?)</") : "";
              found.add(
                  first(one, "<groupId>(.*?)</")
                      + ":"
                      + first(one, "<artifactId>(.*?)</")
                      + version.replace("${baton.version}", baton));
            });
    all(pom, "(?s)<parent>.*?<version>(.*?)</")
        .forEach(parent -> found.add("org.springframework.boot:" + parent.group(1)));
    return found;
  }

  private static Set<String> ofGradle(String build) {
    String baton = build.contains("batonVersion =") ? first(build, "batonVersion = .(.*?).\n") : "";
    Set<String> found = new TreeSet<>();
    all(build, "(?:[iI]mplementation|[rR]untimeOnly)[ (][\"'](.*?)[\"']")
        .map(dependency -> dependency.group(1).replace("$batonVersion", baton))
        // Maven's test runner brings its own launcher.
        .filter(dependency -> !dependency.startsWith("org.junit.platform"))
        .forEach(found::add);
    all(build, "org.springframework.boot[\"')]+ version .(.*?).\n")
        .forEach(boot -> found.add("org.springframework.boot:" + boot.group(1)));
    return found;
  }

  private static String version() throws IOException {
    return first(read("pom.xml"), "<artifactId>baton-parent</artifactId>\\s*<version>(.*?)</");
  }

  private static String section(String page, String title) {
    return first(page + "\n## ", "(?s)\n## " + title + "\n(.*?)\n## ");
  }

  private static String block(String page, String language) {
    return first(page, "(?s)```" + language + "\n(.*?)```");
  }

  private static String first(String text, String pattern) {
    return all(text, pattern)
        .findFirst()
        .orElseThrow(() -> new AssertionError("Nothing in the file matches " + pattern))
        .group(1);
  }

  private static Stream<MatchResult> all(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results();
  }

  private static String read(String file) throws IOException {
    return Files.readString(ROOT.resolve(file));
  }
}
