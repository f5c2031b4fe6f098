package dev.baton.benchmarks.work;

import dev.baton.benchmarks.Ability;
import dev.baton.benchmarks.trial.Node;
import dev.baton.benchmarks.trial.Reading;
import dev.baton.benchmarks.trial.Trial;
import dev.baton.benchmarks.trial.Trials;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;

/** Work B19: what a step of a workflow costs, and many workflows that wait for days. */
public final class Workflows implements Work {
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final double NANOS_A_SECOND = 1e9;
  private static final int STEPS = 200;

  @Override
  public String name() {
    return "B19";
  }

  @Override
  public String about() {
    return "the steps of workflows, and many workflows that wait for days";
  }

  @Override
  public Set<Ability> needs() {
    return Set.of(Ability.BULK, Ability.WORKFLOWS);
  }

  @Override
  public void measure(Trials trials, Figures figures) throws Exception {
    steps(trials, figures);
    parked(trials, figures);
  }

  private static void steps(Trials trials, Figures figures) throws Exception {
    int alone = trials.scale().of(1, 10, 50);
    int together = trials.scale().of(2, 100, 400);
    try (Trial trial = trials.begin(1)) {
      Node node = trial.node();
      // The warm-up.
      node.flow(alone, STEPS);
      trial.awaitRuns(alone, LONGEST);
      Reading before = trial.readSettled();
      for (int i = 1; i <= alone; i++) {
        node.flow(1, STEPS);
        trial.awaitRuns(alone + i, LONGEST);
      }
      Reading after = trial.readSettled();
      int steps = alone * STEPS;
      figures
          .put("stepMicros", (after.nanoTime() - before.nanoTime()) / 1e3 / steps)
          .put("walBytesPerStep", (double) (after.logBytes() - before.logBytes()) / steps);
      node.flow(together, STEPS);
      trial.awaitRuns(2L * alone + together, LONGEST);
      Reading last = trial.readSettled();
      figures.put(
          "stepsPerSecond",
          together * STEPS * NANOS_A_SECOND / (last.nanoTime() - after.nanoTime()));
      trial.end();
    }
  }

  private static void parked(Trials trials, Figures figures) throws Exception {
    int few = trials.scale().of(10, 1_000, 1_000);
    int many = trials.scale().of(50, 20_000, 100_000);
    try (Trial trial = trials.begin(1);
        Connection look = trial.database().connect()) {
      trial.staff(Trial.throughput().countingStatements());
      Node node = trial.node();
      park(trial, node, look, few, few);
      long heap = node.heap();
      Reading before = trial.read();
      park(trial, node, look, many, few + many);
      Reading after = trial.readSettled();
      double rows = count(look, "baton_task") + count(look, "baton_note");
      figures
          .put("parkMicros", (after.nanoTime() - before.nanoTime()) / 1e3 / many)
          .put("walBytesPerParked", (double) (after.logBytes() - before.logBytes()) / many)
          .put("rowsPerParked", rows / (few + many))
          .put("heapBytesPerParked", (double) (node.heap() - heap) / many);
      // Until then its loops expect work, and its pool hasn't closed unused connections.
      Thread.sleep(trials.scale().of(100, 60_000, 60_000));
      Reading idle = trial.read();
      Thread.sleep(trials.scale().of(100, 30_000, 60_000));
      Reading end = trial.read();
      double seconds = (end.nanoTime() - idle.nanoTime()) / NANOS_A_SECOND;
      figures
          .put("statementsASecondParked", (end.statements() - idle.statements()) / seconds)
          .put("cpuPercentParked", end.cpuNanosSince(idle) / NANOS_A_SECOND / seconds * 100);
      trial.end();
    }
  }

  private static void park(Trial trial, Node node, Connection look, int workflows, int all)
      throws Exception {
    node.flow(workflows, 0);
    trial.await(() -> count(look, "baton_task WHERE status = 1") == all, LONGEST, () -> "some");
  }

  private static long count(Connection look, String rows) {
    try (Statement statement = look.createStatement();
        ResultSet found = statement.executeQuery("SELECT count(*) FROM " + rows)) {
      found.next();
      return found.getLong(1);
    } catch (SQLException broken) {
      throw new IllegalStateException("The rows can't be counted", broken);
    }
  }
}
