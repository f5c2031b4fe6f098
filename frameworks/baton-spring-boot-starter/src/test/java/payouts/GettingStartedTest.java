package payouts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.operate.Operations;
import dev.baton.operate.TaskFilter;
import dev.baton.task.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;

/** Tests that the steps in docs/spring.md work as written. */
class GettingStartedTest {
  @Test
  void firstTaskRunsWithTheFilesOfTheDocs() throws Exception {
    List<String> arguments = new ArrayList<>();
    for (String property : block("properties").strip().split("\n")) {
      arguments.add("--" + property);
    }
    Path schema = Files.createTempFile("schema", ".sql");
    Files.writeString(schema, block("sql"));
    arguments.add("--spring.sql.init.schema-locations=" + schema.toUri());
    // These libraries are on the tests' class path, but not on a newcomer's.
    arguments.add("--spring.flyway.enabled=false");
    arguments.add("--spring.liquibase.enabled=false");
    arguments.add("--spring.main.web-application-type=none");
    arguments.add(
        "--spring.autoconfigure.exclude="
            + "org.springframework.modulith.events.config.EventPublicationAutoConfiguration,"
            + "org.springframework.modulith.events.jdbc.JdbcEventPublicationAutoConfiguration");
    try (var context =
        SpringApplication.run(PayoutsApplication.class, arguments.toArray(String[]::new))) {
      Operations operations = context.getBean(Operations.class);
      TaskFilter done = TaskFilter.all().type("SEND_RECEIPT").status(Status.DONE);
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> operations.search(done).page(1).items().size() == 1);
    } finally {
      Files.delete(schema);
    }
  }

  @Test
  void docsNameThisModuleAndVersion() throws Exception {
    Matcher version =
        Pattern.compile("<artifactId>baton-parent</artifactId>\\s*<version>(.*?)</version>")
            .matcher(Files.readString(Path.of("pom.xml")));
    assertThat(version.find()).isTrue();
    assertThat(block("xml"))
        .contains("<artifactId>baton-spring-boot-starter</artifactId>")
        .contains("<version>" + version.group(1) + "</version>");
  }

  private static String block(String language) throws Exception {
    Matcher block =
        Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("../../docs/spring.md")));
    assertThat(block.find()).isTrue();
    return block.group(1);
  }
}
