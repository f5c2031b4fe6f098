package dev.baton.engine.dispatch;

import dev.baton.api.TaskEvent;
import dev.baton.engine.NodeContext;
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
  private static final Duration LONGEST_REST = Duration.ofMinutes(1);

  private final NodeContext node;
  private final long leaseNanos;
  private final long longestRestNanos;
  private long restNanos;
  private volatile boolean resting;
  private long untilNanos;

  LateClaims(NodeContext node) {
    this.node = node;
    this.leaseNanos = node.settings().lease().toNanos();
    this.longestRestNanos = Math.max(leaseNanos, LONGEST_REST.toNanos());
  }

  /**
   * A claim of so many tasks was answered, and so long after it was sent.
   *
   * @param claimed how many it got
   */
  void answered(int claimed, long tookNanos) {
    if (tookNanos < leaseNanos - leaseNanos / PARTS_OF_A_LEASE) {
      if (resting) {
        rest(0);
      }
    } else if (claimed > 0) {
      tell(claimed, tookNanos, rest(leaseNanos / PARTS_OF_A_LEASE));
    }
  }

  private synchronized long rest(long leastNanos) {
    restNanos =
        leastNanos == 0 ? 0 : Math.min(longestRestNanos, Math.max(leastNanos, 2 * restNanos));
    untilNanos = node.runtime().nanoTime() + restNanos;
    resting = restNanos > 0;
    return restNanos;
  }

  private void tell(int claimed, long tookNanos, long restNanos) {
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
    if (!resting) {
      return false;
    }
    synchronized (this) {
      return node.runtime().nanoTime() - untilNanos < 0;
    }
  }
}
