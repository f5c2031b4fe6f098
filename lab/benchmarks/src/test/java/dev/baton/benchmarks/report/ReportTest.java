package dev.baton.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportTest {
  private final Results results = new Results();

  private void rates(String contender, double... rounds) {
    for (double rate : rounds) {
      results.add("B1", contender, Map.of("tasksPerSecond", rate));
    }
  }

  @Test
  void theMedianOfOddRoundsIsTheMiddleAndOfEvenRoundsBetweenTheTwo() {
    rates("baton", 30, 10, 20);
    rates("limit", 40, 10, 20, 30);
    assertThat(results.find("B1", "baton", "tasksPerSecond"))
        .contains(new Result("B1", "baton", "tasksPerSecond", 20, 10, 30, 3));
    assertThat(results.median("B1", "limit", "tasksPerSecond")).contains(25.0);
  }

  @Test
  void theFileHasTheMembersThatOthersReadIt() {
    rates("baton", 30, 10, 20);
    JsonNode row =
        JsonMapper.shared().readTree(new ResultsFile(results.rows()).json()).get("results").get(0);
    assertThat(row.propertyNames())
        .containsExactlyInAnyOrder("work", "contender", "metric", "median", "min", "max", "rounds");
    assertThat(row.get("median").doubleValue()).isEqualTo(20);
    assertThat(row.get("rounds").intValue()).isEqualTo(3);
  }

  @Test
  void theTableComparesWithTheLimitAndTheBestPeer() {
    rates("baton", 90);
    rates("limit", 100);
    rates("quartz", 10);
    rates("jobrunr", 30);
    List<String> lines = new Table(results).lines();
    assertThat(lines)
        .anySatisfy(line -> assertThat(line).contains("baton").contains("0.90", "3.00"));
  }

  @Test
  void onlyMeasuredTargetsAreMetOrMissed() {
    rates("baton", 91);
    rates("limit", 100);
    rates("quartz", 50);
    assertThat(Targets.lines(results, false))
        .hasSize(2)
        .anySatisfy(line -> assertThat(line).startsWith("met").contains("limit"))
        .anySatisfy(line -> assertThat(line).startsWith("MISSED").contains("quartz"));
    assertThat(Targets.lines(new Results(), false)).isEmpty();
  }

  @Test
  void tasksWithNamesAreComparedWithTasksWithoutNames() {
    results.add("B15", "baton", Map.of("tasksPerSecond", 100.0, "tasksPerSecondOwnId", 81.0));
    results.add("B15", "baton", Map.of("addsPerSecond", 100.0, "addsPerSecondUniqueKey", 79.0));
    assertThat(Targets.lines(results, true))
        .hasSize(2)
        .anySatisfy(line -> assertThat(line).startsWith("met").contains("tasksPerSecondOwnId"))
        .anySatisfy(line -> assertThat(line).startsWith("MISSED").contains("UniqueKey"));
  }

  @Test
  void batonWithOtherClassesIsNoPeer() {
    rates("baton", 90);
    rates("baton-other", 200);
    rates("quartz", 30);
    assertThat(Targets.lines(results, false))
        .anySatisfy(line -> assertThat(line).startsWith("met").contains("quartz"));
  }

  @Test
  void aChartHasABarForEachContender() {
    rates("baton", 91);
    rates("limit", 100);
    assertThat(new BarChart("Rate", results.rows()).svg())
        .startsWith("<svg")
        .contains("baton", "limit", "91.0")
        .endsWith("</svg>\n");
  }
}
