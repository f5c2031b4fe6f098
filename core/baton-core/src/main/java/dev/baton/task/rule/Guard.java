package dev.baton.task.rule;

import dev.baton.task.Status;
import dev.baton.task.internal.Position;
import dev.baton.task.internal.Task;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The complete precondition of a transition, which is part of its statement: the row must still be
 * what the rule saw. If another change came first, no row matches. That is a normal result, not an
 * error.
 *
 * @param version the version the rule saw
 * @param status the status the rule saw
 * @param owner the owner the rule saw; for the node that runs the task, this is the fence, since an
 *     owner is a random id that no other claim ever has
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
