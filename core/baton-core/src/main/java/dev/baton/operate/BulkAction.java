package dev.baton.operate;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An action on each task that a filter finds; see the method of {@link Operations} of the same
 * name. A task that isn't where its action starts from is refused, so what was done is not done
 * again when a bulk is repeated (but for {@link Reschedule}, which counts its delay anew).
 */
public sealed interface BulkAction {

  /**
   * Checks that the filter is narrow enough for this action; a bulk checks it before it reads a
   * task.
   *
   * @throws IllegalArgumentException if the filter finds tasks that the action may not take
   *     unnamed, see {@link RunAgain}
   */
  default void check(TaskFilter filter) {}

  /** Those in ERROR run again. */
  record Retry(@Nullable Duration delay) implements BulkAction {}

  /** Those that don't run are FAILED; the alerts of those in ERROR end. */
  record Fail(String reason) implements BulkAction {}

  /** Those that don't run get another time; no delay means at once. */
  record Reschedule(@Nullable Duration delay) implements BulkAction {}

  /** Those that don't run and aren't held are held. */
  record Hold() implements BulkAction {}

  /** Those that are held are let go. */
  record Release() implements BulkAction {}

  /** Live ones are called off. */
  record Cancel(String reason) implements BulkAction {}

  /**
   * Finished ones run again. The filter must name a status or ids: among all tasks of a type are
   * those that are DONE, which would be done twice.
   */
  record RunAgain(@Nullable Duration delay) implements BulkAction {
    @Override
    public void check(TaskFilter filter) {
      if (!filter.namesStatus() && filter.ids().isEmpty()) {
        throw new IllegalArgumentException(
            "The filter names neither a status nor ids, and tasks that are DONE would be done"
                + " twice: name FAILED, CANCELLED or DONE, or ids");
      }
    }
  }
}
