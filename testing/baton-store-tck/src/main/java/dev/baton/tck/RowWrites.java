package dev.baton.tck;

import dev.baton.api.AddResult;
import dev.baton.operate.PastAttempt;
import dev.baton.spi.RunAgainStore.RunAgainRefusal;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskKey;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.row.When;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.Guard;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.NoteCut;
import dev.baton.task.rule.Rerun;
import dev.baton.task.rule.Revision;
import dev.baton.task.rule.SweepRules;
import dev.baton.task.rule.TaskEdit;
import dev.baton.task.rule.Transition;
import dev.baton.tck.table.FinishedRow;
import dev.baton.tck.table.KeyClaim;
import dev.baton.tck.table.KeyRow;
import dev.baton.tck.table.LiveRow;
import dev.baton.tck.table.RowAccess;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Applies each write to the rows. The caller has checked that no other transaction has locked them.
 */
final class RowWrites {
  private RowWrites() {}

  /**
   * Inserts the task unless one of its keys is taken; the result then names the owner of the first
   * taken key.
   */
  static AddResult insert(RowAccess unit, NewTask task, Instant now) {
    List<KeyClaim> claims = new ArrayList<>();
    for (TaskKey key : task.keys()) {
      claims.add(KeyClaim.of(task.spec().type(), key, now));
    }
    for (KeyClaim claim : claims) {
      KeyRow row = unit.key(claim.name());
      if (row != null && row.isTakenAt(now)) {
        return new AddResult.AlreadyExists(row.taskId());
      }
    }
    if (unit.live(task.id()) != null) {
      // Does the same as a primary key: an id without a key can't be used twice.
      throw new IllegalStateException("A live task with the id " + task.id() + " already exists");
    }
    claims.forEach(claim -> unit.putKey(claim.name(), new KeyRow(task.id(), null)));
    if (!task.keys().isEmpty()) {
      // An earlier task may have had this id.
      unit.changeNotes(notes -> notes.forget(task.id()));
      unit.removeAttempts(task.id());
    }
    if (!task.labels().isEmpty()) {
      unit.putLabels(task.id(), now, task.labels());
    }
    Position position = task.placement().at(now, 1);
    unit.putLive(
        new LiveRow(
            new Task(task.id(), task.spec(), position, now, now, now), List.copyOf(claims), false));
    return new AddResult.Added(task.id());
  }

  /** Applies the transition if its guard matches. */
  static boolean apply(RowAccess unit, Transition transition, Instant now) {
    LiveRow row = unit.live(transition.id());
    if (row == null || !holds(transition.guard(), row.task().position(), now)) {
      return false;
    }
    if (transition.change() instanceof Change.Finish finish) {
      finish(unit, row, finish, transition.error(), now);
    } else {
      move(unit, row, transition, now);
    }
    remember(unit, row.task(), transition, now);
    return true;
  }

  /** Returns whether the transition's guard matches. */
  static boolean fits(RowAccess unit, Transition transition, Instant now) {
    LiveRow row = unit.live(transition.id());
    return row != null && holds(transition.guard(), row.task().position(), now);
  }

  /** Writes the edit if its guard matches. */
  static boolean edit(RowAccess unit, TaskEdit edit, Instant now) {
    LiveRow row = unit.live(edit.id());
    if (row == null || !holds(edit.guard(), row.task().position(), now)) {
      return false;
    }
    unit.putLive(new LiveRow(edit.of(row.task(), now), row.keys(), row.awaited()));
    return true;
  }

  /** Moves a task that can't continue to ERROR, whatever its position is. */
  static boolean stop(RowAccess unit, UUID id, long version, String error, Instant now) {
    LiveRow row = unit.live(id);
    if (row == null) {
      return false;
    }
    Position p = row.task().position();
    return p.version() == version
        && Rule.UNREADABLE.allows(p.status(), Status.ERROR)
        && apply(unit, SweepRules.unreadable(row.task(), error), now);
  }

  /** Stores the errors of a task while its row exists. */
  private static void remember(RowAccess unit, Task before, Transition transition, Instant now) {
    Position position = before.position();
    int attempts = position.attempts();
    if (transition.change() instanceof Change.Move move) {
      attempts = move.placement().attempts();
    } else if (transition.change() instanceof Change.Finish finish && finish.keep().isZero()) {
      unit.removeAttempts(before.id());
    }
    if (transition.error() != null) {
      unit.addAttempt(
          before.id(),
          new PastAttempt(
              attempts,
              position.owner(),
              before.claimedAt(),
              now,
              transition.outcome(),
              transition.error()));
    }
  }

  /**
   * Writes another position. The last_action column changes with the version.
   *
   * @param changed whether last_change is updated too
   */
  static Task place(RowAccess unit, LiveRow row, Position position, boolean changed, Instant now) {
    Task before = row.task();
    Task after =
        new Task(
            before.id(),
            before.spec(),
            position,
            before.createdAt(),
            changed ? now : before.lastChange(),
            position.version() == before.position().version() ? before.lastAction() : now);
    unit.putLive(new LiveRow(after, row.keys(), row.awaited()));
    return after;
  }

  /** Writes the new lease end of a task that this fence still owns. */
  static boolean renew(RowAccess unit, ClaimFence fence, Duration lease, Instant now) {
    LiveRow row = unit.live(fence.id());
    if (row == null || !Queries.isHeld(row.task().position(), fence)) {
      return false;
    }
    Position longer = row.task().position().until(When.in(lease).from(now));
    place(unit, row, longer, false, now);
    return true;
  }

  /** Changes a task that hasn't started, if it is unchanged since the caller read it. */
  static boolean revise(RowAccess unit, Revision revision, Instant now) {
    LiveRow row = unit.live(revision.id());
    if (row == null || !holds(revision.guard(), row.task().position(), now)) {
      return false;
    }
    Position after = revision.placement().at(now, revision.guard().version() + 1);
    place(unit, row, after, false, now);
    respecify(unit, revision.id(), revision.spec());
    return true;
  }

  /** Makes the finished task live again, with the submitted content. */
  static Optional<RunAgainRefusal> runAgain(RowAccess unit, Rerun rerun, Instant now) {
    Optional<RunAgainRefusal> refusal =
        runAgain(
            unit, rerun.id(), rerun.version(), rerun.placement(), NoteCut.Whole.ALL, false, now);
    if (refusal.isEmpty()) {
      respecify(unit, rerun.id(), rerun.spec());
    }
    return refusal;
  }

  private static void respecify(RowAccess unit, UUID id, TaskSpec spec) {
    LiveRow row = Objects.requireNonNull(unit.live(id));
    Task task = row.task();
    TaskSpec other = task.spec().with(spec.payload(), spec.context(), spec.traits());
    unit.putLive(
        new LiveRow(
            new Task(
                id, other, task.position(), task.createdAt(), task.lastChange(), task.lastAction()),
            row.keys(),
            row.awaited()));
  }

  /**
   * Makes the finished task live again, if its keys are free.
   *
   * @param cut the notes that the task loses
   */
  static Optional<RunAgainRefusal> runAgain(
      RowAccess unit,
      UUID id,
      long version,
      NextPosition placement,
      NoteCut cut,
      boolean asItWas,
      Instant now) {
    FinishedRow row = unit.finished(id);
    if (row == null || row.task().version() != version) {
      return Optional.of(RunAgainRefusal.NOT_THERE);
    }
    FinishedTask finished = row.task();
    if (asItWas && finished.spec().isPayloadCleared()) {
      return Optional.of(RunAgainRefusal.PAYLOAD_CLEARED);
    }
    if (!Rule.RUN_AGAIN.allows(finished.status(), placement.status())) {
      throw new IllegalArgumentException(
          Rule.RUN_AGAIN + " doesn't lead from " + finished.status() + " to " + placement.status());
    }
    if (unit.live(id) != null || anotherHasOneOf(unit, row, now)) {
      return Optional.of(RunAgainRefusal.KEY_TAKEN);
    }
    row.keys().forEach(claim -> unit.putKey(claim.name(), new KeyRow(id, null)));
    unit.removeFinished(id);
    unit.changeNotes(notes -> notes.cut(id, cut));
    Task task =
        new Task(
            id, finished.spec(), placement.at(now, version + 1), finished.createdAt(), now, now);
    unit.putLive(new LiveRow(task, row.keys(), false));
    return Optional.empty();
  }

  private static boolean anotherHasOneOf(RowAccess unit, FinishedRow finished, Instant now) {
    UUID id = finished.task().id();
    for (KeyClaim claim : finished.keys()) {
      KeyRow row = unit.key(claim.name());
      if (row != null && !row.taskId().equals(id) && row.isTakenAt(now)) {
        return true;
      }
    }
    return false;
  }

  private static boolean holds(Guard guard, Position position, Instant now) {
    boolean asSeen =
        position.version() == guard.version()
            && position.status() == guard.status()
            && Objects.equals(position.owner(), guard.owner());
    Instant alarm = position.nextEventAt();
    return asSeen && (!guard.timeIsUp() || (alarm != null && !alarm.isAfter(now)));
  }

  private static void move(RowAccess unit, LiveRow row, Transition transition, Instant now) {
    Change.Move move = (Change.Move) transition.change();
    Position before = row.task().position();
    Position after = transition.positionAt(now);
    // A checkpoint keeps the version, so a transition built from an older read must not overwrite
    // the state of the checkpoint.
    Position kept = move.changed() ? after : after.withStateOf(before);
    place(unit, row, kept, transition.isChange(), now);
  }

  private static void finish(
      RowAccess unit, LiveRow row, Change.Finish finish, @Nullable String error, Instant now) {
    Task task = row.task();
    Position position = task.position();
    Instant keepUntil = now.plus(finish.keep()).truncatedTo(ChronoUnit.MICROS);
    unit.removeLive(task.id());
    settleKeys(unit, row, keepUntil, now);
    if (finish.keep().isZero()) {
      return;
    }
    unit.putFinished(
        new FinishedRow(
            new FinishedTask(
                task.id(),
                task.spec().kept(),
                finish.to(),
                position.version() + 1,
                position.owner(),
                position.attempts(),
                position.losses(),
                position.state(),
                finish.result(),
                error,
                task.createdAt(),
                now,
                keepUntil),
            task.claimedAt(),
            row.keys()));
  }

  private static void settleKeys(RowAccess unit, LiveRow row, Instant keepUntil, Instant now) {
    UUID id = row.task().id();
    for (KeyClaim claim : row.keys()) {
      KeyRow key = unit.key(claim.name());
      if (key == null || !key.taskId().equals(id)) {
        throw new IllegalStateException("Task " + id + " lives without its key " + claim.name());
      }
      Instant expiry = claim.expiry(keepUntil);
      if (expiry.isAfter(now)) {
        unit.putKey(claim.name(), new KeyRow(id, expiry));
      } else {
        unit.removeKey(claim.name());
      }
    }
  }
}
