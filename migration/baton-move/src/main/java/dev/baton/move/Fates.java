package dev.baton.move;

import dev.baton.api.TaskRequest;
import dev.baton.move.OldEngine.Row;
import dev.baton.schedule.Schedule;
import dev.baton.task.rule.NewTask;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Decides what becomes of a row: what the mapping says, as far as Baton can have it. */
record Fates(Mapping mapping, Arrival arrival) {

  /** What becomes of a row. */
  sealed interface Fate {}

  record AsTask(NewTask task) implements Fate {}

  record AsSchedule(Schedule schedule) implements Fate {}

  record Stays(String reason) implements Fate {}

  Fate of(Row row, Instant now) {
    OldTask old = row.task();
    if (old.standing().state() == Standing.State.RUNNING && arrival.lost() == null) {
      return new Stays("The old engine runs it just now");
    }
    if (old.standing().state() == Standing.State.RESTING) {
      return new Stays("The old engine has put it to rest");
    }
    if (old.standing().state() == Standing.State.RECURRING_IN_MEMORY && arrival.lost() == null) {
      return new Stays("Its next runs are in the old engine's memory: stop that first");
    }
    if (row.fault() != null) {
      return new Stays(row.fault());
    }
    Carried carried = mapped(old);
    if (carried instanceof Carried.Left left) {
      return new Stays(left.reason());
    }
    if (carried instanceof Carried.Recurring recurring) {
      return asSchedule(old, recurring.schedule());
    }
    if (old.standing().recurrence() != null) {
      return new Stays("It recurs: the mapping must make a schedule of it");
    }
    try {
      return new AsTask(arrival.of(old, ((Carried.Task) carried).request(), now));
    } catch (IllegalArgumentException unfit) {
      return new Stays(String.valueOf(unfit.getMessage()));
    }
  }

  /** One that fell is a schedule whose first tick is the run that was lost. */
  private Fate asSchedule(OldTask old, Schedule schedule) {
    Standing.State state = old.standing().state();
    boolean runsAgain = state == Standing.State.RUNNING && arrival.lost() == LostTasks.RESUME;
    return state == Standing.State.DUE || state == Standing.State.RECURRING_IN_MEMORY || runsAgain
        ? new AsSchedule(schedule)
        : new Stays("It is to become a schedule, and isn't waiting for its next run");
  }

  /** The words of what it throws may hold a payload: its kind says enough. */
  private Carried mapped(OldTask old) {
    try {
      return mapping.of(old);
    } catch (RuntimeException thrown) {
      return Carried.left("The mapping threw a " + thrown.getClass().getName());
    }
  }

  /** The request of a finished task, for its unique key; null where it has none. */
  @Nullable TaskRequest<?, ?> request(Row row) {
    return row.fault() == null && mapped(row.task()) instanceof Carried.Task task
        ? task.request()
        : null;
  }
}
