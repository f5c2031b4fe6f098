package dev.baton.examples.store;

import dev.baton.examples.store.SmallKeys.Key;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.Guard;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.Transition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A live task and its keys. Immutable: a change returns a new row. */
record SmallRow(Task task, List<Key> keys) {

  static SmallRow of(NewTask task, List<Key> keys, Instant now) {
    Position position = task.placement().at(now, 1);
    return new SmallRow(new Task(task.id(), task.spec(), position, now, now, now), keys);
  }

  UUID id() {
    return task.id();
  }

  // region fence
  /** Checks the fence: the row, its owner included, is still what the author of the change saw. */
  boolean fits(Guard guard, Instant now) {
    Position seen = task.position();
    return seen.version() == guard.version()
        && seen.status() == guard.status()
        && Objects.equals(seen.owner(), guard.owner())
        && (!guard.timeIsUp() || isOverAt(now));
  }

  // endregion

  boolean isReadyAt(long version) {
    return task.position().status() == Status.READY && task.position().version() == version;
  }

  boolean isOverAt(Instant now) {
    Instant time = task.position().nextEventAt();
    return time != null && !time.isAfter(now);
  }

  SmallRow moved(Transition transition, Instant now) {
    Change.Move move = (Change.Move) transition.change();
    Position before = task.position();
    Position after = transition.positionAt(now);
    // A checkpoint keeps the version, so that a writer that hasn't seen it doesn't undo it.
    Position kept = move.changed() ? after : after.withStateOf(before);
    return at(kept, transition.isChange() ? now : task.lastChange(), now);
  }

  SmallRow at(Position position, Instant now) {
    return at(position, task.lastChange(), now);
  }

  private SmallRow at(Position position, Instant lastChange, Instant now) {
    // A running task's last action is its claim, so a lease renewal keeps it.
    boolean acts = position.version() != task.position().version();
    Instant lastAction = acts ? now : task.lastAction();
    return new SmallRow(
        new Task(task.id(), task.spec(), position, task.createdAt(), lastChange, lastAction), keys);
  }

  FinishedTask finished(Change.Finish finish, @Nullable String error, Instant now) {
    Position last = task.position();
    return new FinishedTask(
        task.id(),
        task.spec(),
        finish.to(),
        last.version() + 1,
        last.owner(),
        last.attempts(),
        last.losses(),
        last.state(),
        finish.result(),
        error,
        task.createdAt(),
        now,
        now.plus(finish.keep()).truncatedTo(ChronoUnit.MICROS));
  }
}
