package dev.baton.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.benchmarks.report.Result;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Each work in its smallest form; a lost or doubled job makes its trial, and so the run, fail. */
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
          "B12 tasksPerSecond1MB");

  @TempDir Path folder;

  @Test
  void givesThePromisedFiguresAndLosesAndDoublesNothing() throws Exception {
    Path json = folder.resolve("results.json");
    StringWriter said = new StringWriter();
    CommandLine command = Bench.commandLine();
    command.setOut(new PrintWriter(said));
    int code =
        command.execute(
            "--tiny",
            "--contenders",
            "baton,limit",
            "--json",
            json.toString(),
            "--charts",
            folder.toString());
    assertThat(code).as(said.toString()).isZero();
    Set<String> found = new TreeSet<>();
    for (JsonNode row : JsonMapper.shared().readTree(Files.readString(json)).get("results")) {
      Result result = JsonMapper.shared().treeToValue(row, Result.class);
      assertThat(result.min()).isLessThanOrEqualTo(result.median());
      assertThat(result.median()).isLessThanOrEqualTo(result.max());
      found.add(result.contender() + " " + result.work() + " " + result.metric());
    }
    assertThat(found).containsAll(PROMISED.stream().map(key -> "baton " + key).toList());
    assertThat(found).contains("baton B11 ticksPerSecond", "limit B1 tasksPerSecond");
    assertThat(folder.resolve("B1-tasksPerSecond.svg")).isNotEmptyFile();
  }
}
