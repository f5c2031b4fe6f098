package dev.baton.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The dashboard has the fields that Grafana's schema knows and needs: version 42, the last one of
 * dashboards of its first kind, which later versions of Grafana read.
 */
class DashboardShapeTest {
  private static final int SCHEMA = 42;
  private static final int COLUMNS = 24;

  private static final Set<String> DASHBOARD =
      Set.of(
          "title",
          "uid",
          "tags",
          "timezone",
          "schemaVersion",
          "version",
          "editable",
          "refresh",
          "time",
          "timepicker",
          "templating",
          "panels");

  private static final Set<String> PANEL =
      Set.of(
          "id",
          "type",
          "title",
          "description",
          "gridPos",
          "datasource",
          "fieldConfig",
          "options",
          "targets");

  private static final Set<String> VARIABLE =
      Set.of(
          "name",
          "type",
          "label",
          "datasource",
          "query",
          "includeAll",
          "multi",
          "allValue",
          "current",
          "refresh");

  private static JsonNode dashboard;

  @BeforeAll
  static void read() throws IOException {
    String text = Files.readString(Path.of("../docs/monitoring/grafana-baton.json"));
    dashboard = JsonMapper.builder().build().readTree(text);
  }

  private static void hasOnly(JsonNode node, Set<String> fields) {
    assertThat(fields).as(node.path("title").asString()).containsAll(node.propertyNames());
  }

  @Test
  void itsFieldsAreThoseOfTheSchema() {
    hasOnly(dashboard, DASHBOARD);
    assertThat(dashboard.path("schemaVersion").asInt()).isEqualTo(SCHEMA);
    assertThat(dashboard.path("timezone").asString()).isEqualTo("browser");
    for (String end : List.of("from", "to")) {
      assertThat(dashboard.path("time").path(end).asString()).startsWith("now");
    }
    assertThat(dashboard.path("timepicker").path("quick_ranges"))
        .extracting(range -> range.path("from").asString())
        .contains("now-1h", "now-7d");
  }

  @Test
  void aServiceANodeAndATypeAreChosenAndEachQuestionHeedsTheService() {
    assertThat(dashboard.path("templating").path("list"))
        .allSatisfy(variable -> hasOnly(variable, VARIABLE))
        .extracting(variable -> variable.path("name").asString())
        .containsExactly("datasource", "job", "instance", "type");
    for (JsonNode panel : dashboard.path("panels")) {
      for (JsonNode target : panel.path("targets")) {
        String expression = target.path("expr").asString();
        int asked = expression.split("baton_", -1).length;
        assertThat(expression.split("job=~\"\\$job\"", -1)).as(expression).hasSize(asked);
      }
    }
  }

  @Test
  void panelsAreNumberedHaveTheirPlaceAndNameTheirSource() {
    Set<Integer> ids = new HashSet<>();
    Set<Long> taken = new HashSet<>();
    for (JsonNode panel : dashboard.path("panels")) {
      hasOnly(panel, PANEL);
      assertThat(ids.add(panel.path("id").asInt())).isTrue();
      assertThat(panel.path("type").asString()).isIn("stat", "timeseries");
      assertThat(panel.path("datasource").path("uid").asString()).isEqualTo("${datasource}");
      Set<String> letters = new HashSet<>();
      for (JsonNode target : panel.path("targets")) {
        hasOnly(target, Set.of("refId", "expr", "legendFormat"));
        assertThat(letters.add(target.path("refId").asString())).isTrue();
      }
      JsonNode place = panel.path("gridPos");
      int left = place.path("x").asInt();
      int right = left + place.path("w").asInt();
      assertThat(right).isGreaterThan(left).isLessThanOrEqualTo(COLUMNS);
      for (long y = place.path("y").asInt();
          y < place.path("y").asInt() + place.path("h").asInt();
          y++) {
        for (int x = left; x < right; x++) {
          assertThat(taken.add(y * COLUMNS + x)).as("%s overlaps", panel.path("title")).isTrue();
        }
      }
    }
  }
}
