package dev.baton.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tests that the dashboard has the fields that Grafana's schema knows and needs: version 42, the
 * last one of dashboards of its first kind, which later versions of Grafana read.
 */
class DashboardShapeTest {
  private static final Pattern ASKED = Pattern.compile("\\b(baton_\\w+)\\{([^}]*)}");
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

  /** One node counts them for the whole cluster, so the selection of a node must not hide them. */
  private static final List<String> OF_THE_CLUSTER =
      List.of(
          "baton_tasks_live",
          "baton_tasks_stuck",
          "baton_tasks_failing",
          "baton_tasks_oldest_ready_seconds",
          "baton_limits_used",
          "baton_limits_size",
          "baton_nodes_silent",
          "baton_pauses_oldest_seconds",
          "baton_leading");

  /** The options that each kind of panel needs, by the types of Grafana 13. */
  private static final Map<String, Set<String>> OPTIONS =
      Map.of(
          "stat",
          Set.of(
              "reduceOptions",
              "colorMode",
              "graphMode",
              "justifyMode",
              "textMode",
              "orientation",
              "wideLayout",
              "showPercentChange",
              "percentChangeColorMode"),
          "timeseries",
          Set.of("legend", "tooltip"));

  private static JsonNode dashboard;

  @BeforeAll
  static void read() throws IOException {
    String text = Files.readString(Path.of("../../docs/monitoring/grafana-baton.json"));
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
  void whatANodeCountsIsChosenByNodeAndWhatOneCountsForAllIsNot() {
    for (JsonNode panel : dashboard.path("panels")) {
      for (JsonNode target : panel.path("targets")) {
        Matcher asked = ASKED.matcher(target.path("expr").asString());
        while (asked.find()) {
          assertThat(asked.group(2).contains("instance=~\"$instance\""))
              .as(asked.group())
              .isNotEqualTo(OF_THE_CLUSTER.contains(asked.group(1)));
        }
      }
    }
  }

  /** Like in the overview of the page. */
  @Test
  void whatIsWrongStandsInTheFirstRow() {
    assertThat(dashboard.path("panels"))
        .filteredOn(panel -> panel.path("gridPos").path("y").asInt() == 0)
        .extracting(panel -> panel.path("targets").path(0).path("expr").asString())
        .anyMatch(asked -> asked.contains("status=\"ERROR\""))
        .anyMatch(asked -> asked.contains("baton_tasks_failing"))
        .anyMatch(asked -> asked.contains("baton_tasks_stuck"))
        .anyMatch(asked -> asked.contains("baton_store_warnings"));
  }

  @Test
  void eachPanelSaysWhatItsKindNeedsAndItsColoursBeginWithTheLowest() {
    for (JsonNode panel : dashboard.path("panels")) {
      String title = panel.path("title").asString();
      assertThat(panel.path("options").propertyNames())
          .as(title)
          .containsExactlyInAnyOrderElementsOf(OPTIONS.get(panel.path("type").asString()));
      JsonNode legend = panel.path("options").path("legend");
      if (!legend.isMissingNode()) {
        assertThat(legend.path("showLegend").isBoolean()).as(title).isTrue();
        assertThat(legend.path("calcs").isArray()).as(title).isTrue();
        assertThat(legend.path("displayMode").asString()).isIn("list", "table", "hidden");
        assertThat(legend.path("placement").asString()).isIn("bottom", "right");
      }
      assertThat(panel.path("fieldConfig").path("overrides").isArray()).as(title).isTrue();
      JsonNode defaults = panel.path("fieldConfig").path("defaults");
      assertThat(defaults.path("unit").asString()).as(title).isNotBlank();
      double before = Double.NEGATIVE_INFINITY;
      for (JsonNode step : defaults.path("thresholds").path("steps")) {
        boolean isFirst = before == Double.NEGATIVE_INFINITY;
        assertThat(step.path("value").isNull()).as(title).isEqualTo(isFirst);
        double value = isFirst ? -Double.MAX_VALUE : step.path("value").asDouble();
        assertThat(value).as(title).isGreaterThan(before);
        before = value;
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
