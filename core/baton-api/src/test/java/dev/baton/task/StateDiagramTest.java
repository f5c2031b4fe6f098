package dev.baton.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The diagram in the documentation is generated from {@link Rule}, so it always matches the rules.
 */
class StateDiagramTest {
  private static final Path DOCUMENT =
      Path.of(System.getProperty("basedir", ".")).resolve("../../docs/ARCHITECTURE.md");
  private static final String BEGIN = "<!-- drawn from dev.baton.task.Rule: begin -->";
  private static final String END = "<!-- drawn from dev.baton.task.Rule: end -->";

  @Test
  void theDiagramInTheDocumentationShowsTheRulesAsTheyAre() throws IOException {
    String document = Files.readString(DOCUMENT);
    int begin = document.indexOf(BEGIN);
    int end = document.indexOf(END);
    assertThat(begin).as("marker in " + DOCUMENT).isNotNegative();
    assertThat(end).as("marker in " + DOCUMENT).isGreaterThan(begin);
    String drawn = "\n```mermaid\n" + draw() + "```\n";
    if (Boolean.getBoolean("baton.updateDocs")) {
      Files.writeString(
          DOCUMENT,
          document.substring(0, begin + BEGIN.length()) + drawn + document.substring(end));
      return;
    }
    assertThat(document.substring(begin + BEGIN.length(), end))
        .as(
            "docs/ARCHITECTURE.md doesn't show the rules any more. If the rules are right, run%n"
                + "  mvn -pl :baton-api test -Dtest=StateDiagramTest -Dbaton.updateDocs=true%n"
                + "and commit the document.")
        .isEqualTo(drawn);
  }

  private static String draw() {
    Map<String, String> edges = new LinkedHashMap<>();
    for (Rule rule : Rule.values()) {
      if (rule.from().isEmpty()) {
        rule.to().forEach(to -> add(edges, "[*] --> " + to, rule));
      } else if (rule.to().isEmpty()) {
        rule.from().forEach(from -> add(edges, from + " --> [*]", rule));
      } else {
        rule.from().forEach(from -> rule.to().forEach(to -> add(edges, from + " --> " + to, rule)));
      }
    }
    StringBuilder diagram = new StringBuilder("stateDiagram-v2\n");
    edges.forEach(
        (edge, labels) ->
            diagram.append("    ").append(edge).append(": ").append(labels).append('\n'));
    return diagram.toString();
  }

  private static void add(Map<String, String> edges, String edge, Rule rule) {
    edges.merge(edge, rule.label(), (labels, more) -> labels + " / " + more);
  }
}
