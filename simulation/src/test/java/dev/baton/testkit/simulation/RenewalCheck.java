package dev.baton.testkit.simulation;

import dev.baton.api.Outcome;
import dev.baton.task.Hold;
import java.time.Duration;
import java.util.List;

/**
 * No heartbeat outlives its handler, or its handler's deadline, but for an outcome that is set
 * aside.
 */
final class RenewalCheck implements RowCheck {
  private static final Duration SLACK = Duration.ofMillis(50);
  private static final double DRIFT = 1.02;

  private final Violations violations;
  private final History history;
  private final Runs runs;
  private final Types types;
  private final Simulation simulation;
  private final SetAsideBook setAside;

  RenewalCheck(
      Violations violations,
      History history,
      Runs runs,
      Types types,
      Simulation simulation,
      SetAsideBook setAside) {
    this.violations = violations;
    this.history = history;
    this.runs = runs;
    this.types = types;
    this.simulation = simulation;
    this.setAside = setAside;
  }

  @Override
  public void changed(RowChange change) {}

  @Override
  public void renewing(SimulatedNode by, List<Hold> held) {
    for (Hold hold : held) {
      List<Run> own = runs.of(hold.id(), hold.version(), by);
      boolean alone = history.holdings(hold.id(), hold.version(), by) == 1;
      if (!own.isEmpty() && alone && !setAside.has(hold)) {
        check(own.get(own.size() - 1));
      }
    }
  }

  private void check(Run run) {
    long now = simulation.nowNanos();
    if (run.hasEnded()) {
      // On to its next state: the next handler is on its way, under the same hold.
      boolean goesOn = run.outcome() instanceof Outcome.GoTo;
      if (!goesOn && now - run.endedNanos() > SLACK.toNanos()) {
        violations.report("renewed after its handler has ended: " + run.attempt.taskId());
      }
      return;
    }
    long deadline = types.of(run.attempt.type()).deadline().toNanos();
    if (now - run.startedNanos > deadline * DRIFT + SLACK.toNanos()) {
      violations.report("renewed after its deadline: " + run.attempt.taskId());
    }
  }
}
