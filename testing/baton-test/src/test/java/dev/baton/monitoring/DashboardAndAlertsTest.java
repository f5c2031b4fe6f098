package dev.baton.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.operate.cluster.StoreWarning;
import dev.baton.operate.statistics.Stuck;
import dev.baton.schedule.ScheduleTroubles;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests that the files in docs/monitoring query only metrics that a scrape returns. */
final class DashboardAndAlertsTest {
  private static final Path FOLDER = Path.of("../../docs/monitoring");
  private static final Pattern SAMPLE = Pattern.compile("^(baton_\\w+)(?:\\{([^}]*)\\})? ");
  private static final Pattern LABEL = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)");
  private static final Pattern DUTY = Pattern.compile("duty=\"([^\"]*)\"");
  private static final Pattern VALUES = Pattern.compile("(\\w+)(?:=~|!~|!=|=)\"([^\"]*)\"");
  private static final Pattern ASKED = Pattern.compile("\\b(baton_\\w+)(?:\\{([^}]*)\\})?");
  private static final Pattern GROUPED = Pattern.compile("\\bby ?\\(([^)]*)\\)");

  /** Labels that come from the scrape and from histograms, not from the meter. */
  private static final Set<String> OF_THE_SCRAPE = Set.of("instance", "job", "le");

  @Test
  void theDashboardAsksForMetersThereAre() throws IOException {
    JsonNode dashboard =
        JsonMapper.builder()
            .build()
            .readTree(Files.readString(FOLDER.resolve("grafana-baton.json")));
    assertThat(dashboard.path("title").asString()).isNotBlank();
    Set<String> titles = new TreeSet<>();
    StringBuilder expressions = new StringBuilder();
    dashboard
        .path("panels")
        .forEach(
            panel -> {
              assertThat(titles.add(panel.path("title").asString())).isTrue();
              panel
                  .path("targets")
                  .forEach(
                      target -> expressions.append(target.path("expr").asString()).append('\n'));
            });
    assertThat(titles).hasSizeGreaterThan(8);
    dashboard
        .path("templating")
        .path("list")
        .forEach(variable -> expressions.append(variable.path("query").asString()).append('\n'));
    asksForWhatThereIs(expressions.toString());
  }

  @Test
  void theAlertRulesAskForMetersThereAre() throws IOException {
    StringBuilder expressions = new StringBuilder();
    int alerts = 0;
    for (String line : Files.readAllLines(FOLDER.resolve("baton-alerts.yml"))) {
      alerts += line.contains("- alert: ") ? 1 : 0;
      if (line.strip().startsWith("expr:")) {
        expressions.append(line).append('\n');
      }
    }
    assertThat(expressions.toString().lines().count()).isEqualTo(alerts).isGreaterThan(5);
    asksForWhatThereIs(expressions.toString());
  }

  @Test
  void theAlertsOfADatabaseNameEachKind() throws IOException {
    String unusable = kinds(kind -> kind.stopsStarts() || kind == StoreWarning.Kind.UNREACHABLE);
    String hindering = kinds(kind -> kind.stopsStarts() || kind.hindersWork());
    String rules = Files.readString(FOLDER.resolve("baton-alerts.yml"));
    assertThat(rules).contains("baton_store_warnings{kind=~\"" + unusable + "\"}");
    assertThat(rules).contains("baton_store_warnings{kind!~\"" + hindering + "\"}");
  }

  private static String kinds(Predicate<StoreWarning.Kind> wanted) {
    return Arrays.stream(StoreWarning.Kind.values())
        .filter(wanted)
        .map(Enum::name)
        .collect(Collectors.joining("|"));
  }

  @Test
  void theScaledObjectAsksForAMeterThereIs() throws IOException {
    String scaled = Files.readString(FOLDER.resolve("keda-scaledobject.yml"));
    Matcher query = Pattern.compile("query: '(.*)'").matcher(scaled);
    assertThat(query.find()).isTrue();
    asksForWhatThereIs(query.group(1));
  }

  @Test
  void aNameThatThereIsNoneOfIsFound() {
    for (String wrong :
        List.of(
            "baton_task_live > 0",
            "baton_tasks_live{state=\"ERROR\"}",
            "baton_tasks_live{status=\"IN_ERROR\"}",
            "baton_tasks_swept_total{rule=~\"LOST|GONE\"}",
            "baton_store_warnings{kind=\"OLD\"}",
            "absent(baton_leading{duty=\"livecounts\"} == 1)",
            "baton_leading{duty!=\"counter\"}",
            "sum by (kinds) (baton_tasks_stuck)")) {
      assertThatThrownBy(() -> asksForWhatThereIs(wrong))
          .as(wrong)
          .isInstanceOf(AssertionError.class);
    }
  }

  /** Checks labels with few values. The dashboard's own variables match any value. */
  private static void hasSuchValues(String labels, Map<String, Set<String>> known) {
    Matcher said = VALUES.matcher(labels);
    while (said.find()) {
      if (known.containsKey(said.group(1)) && !said.group(2).contains("$")) {
        assertThat(known.get(said.group(1))).as(said.group()).contains(said.group(2).split("\\|"));
      }
    }
  }

  /**
   * Returns the possible values of labels with few values. For duties, these are the ones a node
   * took.
   */
  private static Map<String, Set<String>> values(Set<String> duties) {
    return Map.of(
        "duty", duties,
        "rule", names(Rule.values()),
        "status", names(Status.values()),
        "kind",
            union(
                names(Stuck.Kind.values()),
                names(StoreWarning.Kind.values()),
                names(ScheduleTroubles.Kind.values())));
  }

  @SafeVarargs
  private static Set<String> union(Set<String>... sets) {
    return Arrays.stream(sets).flatMap(Set::stream).collect(Collectors.toSet());
  }

  private static Set<String> names(Enum<?>[] values) {
    return Arrays.stream(values).map(Enum::name).collect(Collectors.toSet());
  }

  private static void asksForWhatThereIs(String expressions) {
    Set<String> duties = new TreeSet<>();
    Map<String, Set<String>> there = scraped(duties);
    Set<String> labels = new TreeSet<>(OF_THE_SCRAPE);
    there.values().forEach(labels::addAll);
    int asked = 0;
    Matcher matcher = ASKED.matcher(expressions);
    while (matcher.find()) {
      asked++;
      assertThat(there).containsKey(matcher.group(1));
      if (matcher.group(2) != null) {
        hasSuchValues(matcher.group(2), values(duties));
        Matcher label = LABEL.matcher(matcher.group(2));
        while (label.find()) {
          assertThat(OF_THE_SCRAPE.contains(label.group(1)) ? labels : there.get(matcher.group(1)))
              .as(matcher.group())
              .contains(label.group(1));
        }
      }
    }
    assertThat(asked).isPositive();
    Matcher grouped = GROUPED.matcher(expressions);
    while (grouped.find()) {
      for (String label : grouped.group(1).split(",")) {
        assertThat(labels).as(grouped.group()).contains(label.strip());
      }
    }
  }

  /**
   * Returns the labels of each sample's name.
   *
   * @param duties gets the duties that a node took
   */
  private static Map<String, Set<String>> scraped(Set<String> duties) {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    Map<String, Set<String>> samples = new TreeMap<>();
    try (SmallRun run = new SmallRun(registry)) {
      registry
          .scrape()
          .lines()
          .forEach(
              line -> {
                Matcher sample = SAMPLE.matcher(line);
                if (sample.find()) {
                  Matcher duty = DUTY.matcher(line);
                  if (duty.find()) {
                    duties.add(duty.group(1));
                  }
                  Set<String> labels =
                      samples.computeIfAbsent(sample.group(1), name -> new TreeSet<>());
                  Matcher label = LABEL.matcher(sample.group(2) == null ? "" : sample.group(2));
                  while (label.find()) {
                    labels.add(label.group(1));
                  }
                }
              });
    }
    return samples;
  }
}
