package dev.baton.engine.dispatch.claim;

import dev.baton.api.hook.TaskEvent;
import dev.baton.engine.base.NodeContext;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slows claiming down where claims are answered so late that nothing they got may start any more:
 * its lease is over by then. Such tasks are given back uncounted, and would otherwise be claimed at
 * once again, without end. Thread-safe.
 */
final class LateClaims {
  private static final Logger LOG = LoggerFactory.getLogger(LateClaims.class);
  private static final int PARTS_OF_A_LEASE = 10;
  private static final Duration MAX_REST = Duration.ofMinutes(1);

  private final NodeContext node;
  private final long leaseNanos;

  /**
   * How long nothing is claimed after the last such answer, and until when; 0 while all is well.
   */
  private volatile long restNanos;

  private volatile long untilNanos;

  LateClaims(NodeContext node) {
    this.node = node;
    this.leaseNanos = node.settings().lease().toNanos();
  }

  /**
   * A claim was answered, so long after it was sent.
   *
   * @param claimed how many it got
   */
  void answered(int claimed, long tookNanos) {
    if (tookNanos < leaseNanos - leaseNanos / PARTS_OF_A_LEASE) {
      restNanos = 0;
    } else if (claimed > 0) {
      long longest = Math.max(leaseNanos, MAX_REST.toNanos());
      restNanos = restNanos == 0 ? leaseNanos / PARTS_OF_A_LEASE : Math.min(longest, 2 * restNanos);
      untilNanos = node.runtime().nanoTime() + restNanos;
      tell(claimed, tookNanos);
    }
  }

  private void tell(int claimed, long tookNanos) {
    String text =
        "A claim of "
            + claimed
            + " tasks was answered after "
            + Duration.ofNanos(tookNanos)
            + ", when their lease of "
            + node.settings().lease()
            + " was over: none of them is started. This node claims again in "
            + Duration.ofNanos(restNanos)
            + ". Find out what keeps the database so long, or set a longer lease";
    LOG.warn(text);
    node.events().emit(new TaskEvent.StoreTrouble("claims", text));
  }

  /** Whether nothing is to be claimed now. */
  boolean areHeldBack() {
    return restNanos > 0 && node.runtime().nanoTime() - untilNanos < 0;
  }
}
