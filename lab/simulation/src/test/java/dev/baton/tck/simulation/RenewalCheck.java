package dev.baton.tck.simulation;

import dev.baton.task.rule.ClaimFence;
import java.time.Duration;
import java.util.List;

/** Checks that no heartbeat continues after the deadline of a handler that still runs. */
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
      // The heartbeat shortens a lease that ends too late because the clock was set back.
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
      // The heartbeat continues until the outcome is written, and the outcome of an asynchronous
      // handler may be that of its deadline. An outcome that is never written shows in a task that
      // never ends.
      return;
    }
    long deadline = types.of(run.attempt.type()).deadline().toNanos();
    if (now - run.startedNanos > deadline * DRIFT + SLACK.toNanos()) {
      violations.report("renewed after its deadline: " + run.attempt.taskId());
    }
  }
}
