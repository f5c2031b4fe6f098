package dev.baton.task.rule;

import dev.baton.task.Bytes;
import dev.baton.task.Flow;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/** Sample tasks for the tests of the rules. */
final class Some {
  static final Instant NOW = Instant.parse("2026-03-01T08:30:00.123456Z");
  static final Instant ARRIVED = NOW.minusSeconds(60);
  static final UUID ID = UUID.fromString("01900000-0000-7000-8000-000000000001");
  static final UUID OWNER = new NodeStart(7).owner(3);
  static final Duration LEASE = Duration.ofSeconds(30);
  static final Duration HINT_EXPIRY = Duration.ofMinutes(1);
  static final Duration KEEP = Duration.ofDays(7);
  static final TaskSpec SPEC =
      new TaskSpec(
          new Flow("T", "k"), null, "default", 5, null, Map.of(), TaskSpec.Origin.NONE, false);

  private Some() {}

  /**
   * A task at version 4 on its third attempt, in state S with data; lost once of five allowed
   * losses.
   */
  static Task task(Status status) {
    boolean held = status == Status.RUNNING;
    return task(
        new Position(
            status,
            4,
            held ? OWNER : null,
            status == Status.ERROR ? null : ARRIVED,
            status.hasAlarm() ? NOW.minusSeconds(1) : null,
            new Position.Counts(3, 1, 5, LastOutcome.FAILURE),
            "S",
            Bytes.of("data")));
  }

  static Task task(Position position) {
    return new Task(ID, SPEC, position, ARRIVED, ARRIVED, ARRIVED);
  }

  /** Returns the task with other counts of losses. */
  static Task heldWith(int losses, int lossLimit) {
    Position p = task(Status.RUNNING).position();
    return task(
        new Position(
            p.status(),
            4,
            p.owner(),
            p.runAt(),
            p.nextEventAt(),
            new Position.Counts(3, losses, lossLimit, p.lastOutcome()),
            "S",
            p.data()));
  }

  /** Returns the position of a live task after the transition, written at {@link #NOW}. */
  static Position after(Transition transition) {
    return transition.positionAt(NOW);
  }

  static Change.Move move(Transition transition) {
    return (Change.Move) transition.change();
  }

  static Change.Finish finish(Transition transition) {
    return (Change.Finish) transition.change();
  }
}
