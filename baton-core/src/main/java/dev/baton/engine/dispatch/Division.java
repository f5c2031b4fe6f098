package dev.baton.engine.dispatch;

import dev.baton.spi.TaskStore.Share;
import dev.baton.task.Candidate;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How the flows are divided among nodes that would claim the same.
 *
 * @param share this node's part of them
 * @param first what goes first here; null when there is nothing
 * @param reached when the last one arrived that this node has claimed
 * @param now by the store's clock
 */
record Division(
    Share share, @Nullable Candidate first, Instant reached, Duration poll, Instant now) {

  /**
   * Whether the flow of this first task is left to another node. Not where that falls behind: what
   * is more urgent than all that is known here, or as urgent and has waited more than twice as
   * long, is taken from it.
   */
  boolean leaves(Candidate head) {
    return !share.has(head.flow()) && !isOvertaken(head);
  }

  private boolean isOvertaken(Candidate head) {
    if (first != null && first.priority() != head.priority()) {
      return head.priority() < first.priority();
    }
    Instant here = first == null ? reached : first.arrivedAt();
    Duration wait = Duration.between(here, now);
    return head.arrivedAt().isBefore(here.minus(wait).minus(poll));
  }
}
