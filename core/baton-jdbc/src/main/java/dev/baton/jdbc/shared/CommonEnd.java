package dev.baton.jdbc.shared;

import dev.baton.task.Status;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.Guard;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The end of a task without a result or an error. Many tasks of the same claim end in this way.
 *
 * @param version the version that the owner read
 * @param from the status that the owner read
 * @param keep how long the finished task is kept
 */
public record CommonEnd(UUID owner, long version, Status from, Status to, Duration keep) {

  /**
   * Returns the end of this task. Returns empty if its result or error must be kept, or if it has
   * no owner.
   */
  public static Optional<CommonEnd> of(Transition transition) {
    Guard guard = transition.guard();
    Change.Finish finish = (Change.Finish) transition.change();
    boolean says = finish.result() != null || transition.error() != null;
    if (guard.owner() == null || guard.timeIsUp() || (says && !finish.keep().isZero())) {
      return Optional.empty();
    }
    return Optional.of(
        new CommonEnd(guard.owner(), guard.version(), guard.status(), finish.to(), finish.keep()));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CommonEnd end
        && version == end.version
        && from == end.from
        && to == end.to
        && owner.equals(end.owner)
        && keep.equals(end.keep);
  }

  @Override
  public int hashCode() {
    return 31 * owner.hashCode() + Long.hashCode(version);
  }
}
