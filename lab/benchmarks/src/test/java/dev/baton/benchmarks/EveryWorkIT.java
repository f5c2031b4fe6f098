package dev.baton.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.benchmarks.report.Result;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tests each work in its smallest form. A lost or doubled job makes its trial fail, and so the run.
 */
@Tag("deep")
class EveryWorkIT {
  private static final Set<String> PROMISED =
      Set.of(
          "B1 tasksPerSecond",
          "B1 startP50Ms",
          "B1 startP99Ms",
          "B1 walBytesPerTask",
          "B1 writeTransactionsPerTask",
          "B2 tasksPerSecond",
          "B3 startP50Ms",
          "B3 startP99Ms",
          "B3b startP50Ms",
          "B4 fastDoneSeconds",
          "B5 walBytesPerTask",
          "B5 walBytesPerTaskKept",
          "B5 statementsPerTask",
          "B6 startP999Ms",
          "B6 backlogGrowth",
          "B6 mostDeadRows",
          "B7 ratio",
          "B9 tasksPerSecondBy2",
          "B10 tasksPerSecond",
          "B11 retriesPerSecond",
          "B12 tasksPerSecond1MB",
          "B13 firstTaskMs",
          "B13 tasksPerSecond",
          "B13 addsPerSecond",
          "B14 tasksPerSecond",
          "B14 addsPerSecond",
          "B15 addsPerSecondOwnId",
          "B15 tasksPerSecondUniqueKey",
          "B15 tasksPerSecondKeptOwnId",
          "B16 startP50Ms",
          "B17 statementsASecond",
          "B17 threads",
          "B18 startP99Ms",
          "B18 largeMiBPerSecond",
          "B19 stepMicros",
          "B19 walBytesPerParked",
          "B19 statementsASecondParked");

  private static final Set<String> ON_MARIADB =
      Set.of(
          "B1 tasksPerSecond",
          "B2 tasksPerSecond",
          "B13 firstTaskMs",
          "B14 tasksPerSecond",
          "B15 tasksPerSecondKeptUniqueKey");

  @TempDir Path folder;

  @Test
  void givesThePromisedFiguresAndLosesAndDoublesNothing() throws Exception {
    Set<String> found = measure();
    assertThat(found).containsAll(PROMISED.stream().map(key -> "baton " + key).toList());
    assertThat(found)
        .contains("baton B11 ticksPerSecond", "limit B1 tasksPerSecond", "limit B16 startP50Ms")
        .contains("limit B16 startP50MsByPolls");
    assertThat(folder.resolve("B1-tasksPerSecond.svg")).isNotEmptyFile();
  }

  @Test
  void batonAndTheLimitAreMeasuredOnMariaDbToo() throws Exception {
    Set<String> found = measure("--database", "mariadb", "--only", "B1,B2,B13,B14,B15");
    for (String contender : List.of("baton ", "limit ")) {
      assertThat(found).containsAll(ON_MARIADB.stream().map(contender::concat).toList());
    }
  }

  @Test
  void batonIsMeasuredAgainstItselfWithOtherClasses() throws Exception {
    assertThat(measure("--beside", "same=" + folder, "--only", "B1"))
        .contains("baton B1 tasksPerSecond", "baton-same B1 tasksPerSecond");
  }

  /** Measures with these options. Returns the contender, work and metric of each figure. */
  private Set<String> measure(String... options) throws Exception {
    Path json = folder.resolve("results.json");
    StringWriter said = new StringWriter();
    CommandLine command = Bench.commandLine();
    command.setOut(new PrintWriter(said));
    List<String> arguments =
        new ArrayList<>(List.of("--tiny", "--contenders", "baton,limit", "--json"));
    arguments.addAll(List.of(json.toString(), "--charts", folder.toString()));
    arguments.addAll(List.of(options));
    assertThat(command.execute(arguments.toArray(String[]::new))).as(said.toString()).isZero();
    Set<String> found = new TreeSet<>();
    for (JsonNode row : JsonMapper.shared().readTree(Files.readString(json)).get("results")) {
      Result result = JsonMapper.shared().treeToValue(row, Result.class);
      assertThat(result.min()).isLessThanOrEqualTo(result.median());
      assertThat(result.median()).isLessThanOrEqualTo(result.max());
      found.add(result.contender() + " " + result.work() + " " + result.metric());
    }
    return found;
  }
}
