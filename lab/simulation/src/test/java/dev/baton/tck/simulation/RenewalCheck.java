package dev.baton.tck.simulation;

import dev.baton.task.rule.ClaimFence;
import java.time.Duration;
import java.util.List;

/** No heartbeat outlives its handler's deadline while that runs. */
final class RenewalCheck implements RowCheck {
  private static final Duration SLACK = Duration.ofMillis(50);
  private static final double DRIFT = 1.02;

  private final Violations violations;
  private final History history;
  private final Runs runs;
  private final Types types;
  private final Simulation simulation;

  RenewalCheck(
      Violations violations, History history, Runs runs, Types types, Simulation simulation) {
    this.violations = violations;
    this.history = history;
    this.runs = runs;
    this.types = types;
    this.simulation = simulation;
  }

  @Override
  public void changed(RowChange change) {}

  @Override
  public void renewing(SimulatedNode by, List<ClaimFence> held) {
    if (history.clockWasPut() && simulation.running().name.endsWith("-sweeper")) {
      // It shortens leases that end too late, since the clock was put back.
      return;
    }
    for (ClaimFence fence : held) {
      List<Run> own = runs.of(fence.id(), fence.version(), by);
      boolean alone = history.holdings(fence.id(), fence.version(), by) == 1;
      if (!own.isEmpty() && alone) {
        check(own.get(own.size() - 1));
      }
    }
  }

  private void check(Run run) {
    long now = simulation.nowNanos();
    if (run.hasEnded() || run.async) {
      // Until its outcome is written: an asynchronous one's may be its deadline's. One that never
      // is written shows in a task that never ends.
      return;
    }
    long deadline = types.of(run.attempt.type()).deadline().toNanos();
    if (now - run.startedNanos > deadline * DRIFT + SLACK.toNanos()) {
      violations.report("renewed after its deadline: " + run.attempt.taskId());
    }
  }
}
