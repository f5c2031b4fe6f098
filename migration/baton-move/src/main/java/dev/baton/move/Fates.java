package dev.baton.move;

import dev.baton.api.TaskRequest;
import dev.baton.api.error.PayloadException;
import dev.baton.api.internal.RequestFields;
import dev.baton.move.OldEngine.Row;
import dev.baton.schedule.Schedule;
import dev.baton.task.rule.NewTask;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Decides what happens to a row: the mapping's result, if Baton can have it. */
record Fates(Mapping mapping, Arrival arrival) {

  /** The result of a move for one row. */
  sealed interface Fate {}

  record AsTask(NewTask task) implements Fate {}

  record AsSchedule(Schedule schedule) implements Fate {}

  record Stays(String reason) implements Fate {}

  Fate of(Row row, Instant now) {
    OldTask old = row.task();
    // Reasons that remain after the row has run come first.
    if (row.fault() != null) {
      return new Stays(row.fault());
    }
    Carried carried = mapped(old);
    if (carried instanceof Carried.Left left) {
      return new Stays(left.reason());
    }
    if (old.standing().state() == Standing.State.RUNNING && arrival.lost() == null) {
      return new Stays("The old engine is running it now");
    }
    if (old.standing().state() == Standing.State.RESTING) {
      return new Stays("The old engine has paused it");
    }
    if (old.standing().state() == Standing.State.RECURRING_IN_MEMORY && arrival.lost() == null) {
      return new Stays("Its next runs are in the old engine's memory: stop the old engine first");
    }
    if (carried instanceof Carried.Recurring recurring) {
      return asSchedule(old, recurring.schedule());
    }
    if (old.standing().recurrence() != null) {
      return new Stays("It recurs: the mapping must turn it into a schedule");
    }
    try {
      return new AsTask(arrival.of(old, ((Carried.Task) carried).request(), now));
    } catch (IllegalArgumentException | PayloadException unfit) {
      return new Stays(String.valueOf(unfit.getMessage()));
    }
  }

  /**
   * Returns the result for a recurring task. A crashed run becomes the first tick of its schedule.
   */
  private Fate asSchedule(OldTask old, Schedule schedule) {
    Standing.State state = old.standing().state();
    boolean runsAgain = state == Standing.State.RUNNING && arrival.lost() == LostTasks.RESUME;
    if (state != Standing.State.DUE && state != Standing.State.RECURRING_IN_MEMORY && !runsAgain) {
      return new Stays("It should become a schedule, but isn't waiting for its next run");
    }
    try {
      return new AsSchedule(
          schedule.adds(RequestFields.encoded(schedule.request(), arrival.codec())));
    } catch (IllegalArgumentException | IllegalStateException | PayloadException unfit) {
      return new Stays(String.valueOf(unfit.getMessage()));
    }
  }

  /**
   * Returns the mapping's result. If the mapping throws, only the class of the exception is
   * reported, because its message may contain a payload.
   */
  private Carried mapped(OldTask old) {
    try {
      return mapping.of(old);
    } catch (RuntimeException thrown) {
      return Carried.left("The mapping threw a " + thrown.getClass().getName());
    }
  }

  /** Returns the request of a finished task, for its unique key; null if there is none. */
  @Nullable TaskRequest<?, ?> request(Row row) {
    return row.fault() == null && mapped(row.task()) instanceof Carried.Task task
        ? task.request()
        : null;
  }
}
