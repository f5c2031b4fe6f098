package dev.baton.task.rule;

import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The precondition of a transition, which the store adds to the condition of its UPDATE: the row
 * must not have changed since the rule read it. If another change came first, no row matches, which
 * is a normal result and not an error.
 *
 * @param version the version that the rule read
 * @param status the status that the rule read
 * @param owner the owner that the rule read. If the task runs, the owner serves as the fence,
 *     because no other claim of the task has this owner
 * @param timeIsUp whether the row's next event time must have passed, on the store's clock
 */
public record Guard(long version, Status status, @Nullable UUID owner, boolean timeIsUp) {

  /** Returns a guard that requires the row to be unchanged since this task was read. */
  public static Guard asSeen(Task task) {
    Position position = task.position();
    return new Guard(position.version(), position.status(), position.owner(), false);
  }

  /** Returns a guard that also requires that the row's next event time has passed. */
  public static Guard asSeenAndTimeIsUp(Task task) {
    Position position = task.position();
    return new Guard(position.version(), position.status(), position.owner(), true);
  }
}
