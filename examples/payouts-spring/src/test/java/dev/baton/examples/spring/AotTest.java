package dev.baton.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplicationAotProcessor;
import org.springframework.context.aot.AbstractAotProcessor.Settings;

/**
 * The application can be made ready when it is built, as {@code spring-boot:process-aot} does for a
 * native image: its beans are code that compiles, and what is read or called by name at run time is
 * listed.
 */
class AotTest {
  @Test
  void whatIsLookedUpAtRunTimeIsKnownWhenTheApplicationIsBuilt(@TempDir Path folder)
      throws IOException {
    Path sources = folder.resolve("sources");
    Path resources = folder.resolve("resources");
    Path classes = folder.resolve("classes");
    Settings settings =
        Settings.builder()
            .sourceOutput(sources)
            .resourceOutput(resources)
            .classOutput(classes)
            .groupId("dev.baton")
            .artifactId("payouts-spring")
            .build();
    String[] arguments = {
      "--spring.datasource.url=jdbc:postgresql://none/none", "--baton.kafka.brokers=none:9092"
    };
    new SpringApplicationAotProcessor(PayoutsApplication.class, settings, arguments).process();

    assertThat(compiled(sources, classes)).isTrue();
    String listed =
        Files.readString(file(resources, "reachability-metadata.json")).replace("\\/", "/");
    assertThat(listed)
        .contains("dev.baton.examples.spring.Payout\"") // a payload, as JSON
        .contains("\"enter\"", "\"book\"", "\"write\"") // marked methods
        .contains("db/baton/**", "dev/baton/jdbc/sql/**")
        .contains("dev.baton.handler.internal.RowTasks", "dev/baton/jdbc/dialect", "ofVirtual");
  }

  private static boolean compiled(Path sources, Path classes) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      List<String> arguments =
          Stream.concat(
                  Stream.of(
                      "-proc:none",
                      "-nowarn",
                      "-d",
                      Files.createDirectories(classes).toString(),
                      "-cp",
                      System.getProperty("java.class.path") + ":" + classes),
                  files.map(Path::toString).filter(name -> name.endsWith(".java")))
              .toList();
      return ToolProvider.getSystemJavaCompiler()
              .run(null, null, null, arguments.toArray(String[]::new))
          == 0;
    }
  }

  private static Path file(Path folder, String name) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.endsWith(name)).findFirst().orElseThrow();
    }
  }
}
