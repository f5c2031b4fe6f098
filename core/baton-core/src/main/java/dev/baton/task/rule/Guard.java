package dev.baton.task.rule;

import dev.baton.task.Status;
import dev.baton.task.internal.Position;
import dev.baton.task.internal.Task;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The full precondition of a transition, restated in its one statement: the row must still be what
 * the rule saw. No row fits if another change was first: that is an answer, not an error.
 *
 * @param version the version the rule saw
 * @param status the status the rule saw
 * @param owner the owner the rule saw; for a holder this is the fence, since an owner is a random
 *     id that no other claim ever has
 * @param timeIsUp whether the row's next event time must have passed on the store's clock
 */
public record Guard(long version, Status status, @Nullable UUID owner, boolean timeIsUp) {

  /** The row is still exactly as this task shows it. */
  public static Guard asSeen(Task task) {
    Position position = task.position();
    return new Guard(position.version(), position.status(), position.owner(), false);
  }

  /** The row is still as this task shows it, and its next event time has passed. */
  public static Guard asSeenAndTimeIsUp(Task task) {
    Position position = task.position();
    return new Guard(position.version(), position.status(), position.owner(), true);
  }
}
