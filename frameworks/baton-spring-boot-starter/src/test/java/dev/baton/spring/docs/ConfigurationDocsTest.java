package dev.baton.spring.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.handler.TaskDefinition;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The settings reference matches the code. {@code -Dbaton.updateDocs=true} writes it. */
class ConfigurationDocsTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Path BATON =
      ROOT.resolve("core/baton-core/src/main/java/dev/baton/Baton.java");
  private static final Path API = ROOT.resolve("core/baton-api/src/main/java/dev/baton/api");
  private static final Path CORE = ROOT.resolve("core/baton-core/src/main/java/dev/baton");
  private static final Path PROPERTIES =
      ROOT.resolve(
          "frameworks/baton-spring-boot-starter/src/main/java/dev/baton/spring/boot/BatonProperties.java");
  private static final Path SPRING_HANDLER =
      ROOT.resolve(
          "frameworks/baton-spring-boot-starter/src/main/java/dev/baton/spring/TaskHandler.java");
  private static final Path QUARKUS_HANDLER =
      ROOT.resolve("frameworks/baton-quarkus/src/main/java/dev/baton/quarkus/TaskHandler.java");
  private static final Path DOCUMENT = ROOT.resolve("docs/configuration.md");

  private final StringBuilder text = new StringBuilder();

  @Test
  void settingsReferenceMatchesTheCode() throws IOException {
    write();
    if (Boolean.getBoolean("baton.updateDocs")) {
      Files.writeString(DOCUMENT, text);
    }
    assertThat(Files.readString(DOCUMENT))
        .as("run with -Dbaton.updateDocs=true to write it")
        .isEqualTo(text.toString());
  }

  private void write() throws IOException {
    text.append("# Settings\n\n");
    text.append("<!-- Written from the code by ConfigurationDocsTest: change it there. -->\n\n");
    text.append("Baton checks all values when the application starts.\n\n");
    text.append("## Properties in Spring Boot\n\n");
    text.append("| Property | Default | Meaning |\n|---|---|---|\n");
    properties();
    text.append("\n## A node, in code\n\n");
    text.append("`Baton.builder(JdbcStore.of(dataSource))` returns a builder:\n\n");
    text.append("| Method | Meaning |\n|---|---|\n");
    rows(SourceDocs.refinements(BATON, "Builder"));
    text.append("\n## A node's settings\n\n");
    text.append(
        "`settings(s -> s.lease(Duration.ofSeconds(60)))` of the builder changes the named settings and keeps the others:\n\n");
    text.append("| Setting | Meaning |\n|---|---|\n");
    rows(SourceDocs.refinements(CORE.resolve("cluster/NodeSettings.java"), "NodeSettings"));
    text.append("\n## A type of tasks\n\n");
    text.append(
        "`TaskDefinition.of(type).handler(handler)` returns a definition with these methods:\n\n");
    text.append("| Method | Meaning |\n|---|---|\n");
    rows(SourceDocs.refinements(CORE.resolve("handler/TaskDefinition.java"), "TaskDefinition"));
    text.append("\n## A handler method\n\n");
    text.append(
        "`@TaskHandler` has the same attributes in Spring and in Quarkus. A `TaskOptions` bean sets"
            + " everything else that a definition can set:\n\n");
    text.append("| Attribute | Default | Meaning |\n|---|---|---|\n");
    List<SourceDocs.Attribute> attributes = SourceDocs.attributes(SPRING_HANDLER);
    assertThat(attributes).hasSizeGreaterThan(5);
    attributes.forEach(
        one ->
            text.append("| `" + one.name() + "` | " + usual(one) + " | " + one.meaning() + " |\n"));
    text.append("\n## A task\n\n");
    text.append(
        "`TaskRequest.of(TaskType.of(type))` and `type.with(payload)` return a request with these"
            + " methods:\n\n");
    text.append("| Method | Meaning |\n|---|---|\n");
    rows(SourceDocs.refinements(API.resolve("TaskRequest.java"), "TaskRequest"));
  }

  @Test
  void eachMethodThatReturnsADefinitionIsInTheReference() throws IOException {
    String document = Files.readString(DOCUMENT);
    for (Class<?> start : List.of(TaskDefinition.WithResult.class, TaskDefinition.class)) {
      assertThat(start.getMethods())
          .filteredOn(method -> method.getReturnType() == TaskDefinition.class)
          .allSatisfy(method -> assertThat(document).contains("| `" + method.getName() + "("));
    }
  }

  private static String usual(SourceDocs.Attribute attribute) {
    return attribute.usual().isEmpty() || attribute.usual().equals("\"\"")
        ? ""
        : "`" + attribute.usual() + "`";
  }

  /** One table serves both frameworks. */
  @Test
  void annotationsOfSpringAndQuarkusHaveTheSameAttributes() throws IOException {
    assertThat(names(SourceDocs.attributes(QUARKUS_HANDLER)))
        .isEqualTo(names(SourceDocs.attributes(SPRING_HANDLER)));
  }

  private static List<String> names(List<SourceDocs.Attribute> attributes) {
    return attributes.stream().map(one -> one.name() + " = " + one.usual()).toList();
  }

  private void properties() throws IOException {
    Map<String, String> rows = new TreeMap<>();
    try (InputStream metadata =
        getClass().getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
      for (JsonNode property : JsonMapper.shared().readTree(metadata).get("properties")) {
        String name = property.get("name").asString();
        if (name.startsWith("baton.")) {
          JsonNode usual = property.get("defaultValue");
          rows.put(
              name,
              row(
                  name,
                  usual == null ? "" : usual.asString(),
                  property.get("description").asString()));
        }
      }
    }
    Map<String, String> defaults = SourceDocs.defaults(PROPERTIES);
    SourceDocs.parameters(PROPERTIES, "Bucket")
        .forEach(
            (name, meaning) -> {
              String property = "baton.buckets.NAME." + kebab(name);
              rows.put(property, row(property, defaults.getOrDefault(name, ""), meaning));
            });
    rows.values().forEach(text::append);
  }

  private static String row(String property, String usual, String meaning) {
    return "| `" + property + "` | " + usual + " | " + meaning + " |\n";
  }

  private void rows(Map<String, String> rows) {
    assertThat(rows).hasSizeGreaterThan(5);
    rows.forEach((name, meaning) -> text.append("| `" + name + "` | " + meaning + " |\n"));
  }

  private static String kebab(String name) {
    return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}
