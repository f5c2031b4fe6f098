package dev.baton.engine.sweep;

import dev.baton.cluster.NodeSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that the store couldn't be reached for a while. Leases lapsed in that time although their
 * holders may live: these renew as soon as the store is back. So for one renewal interval the
 * sweeper resumes no task whose lease lapsed. Owned by the sweeper's loop.
 */
final class Outage {
  private static final Logger LOG = LoggerFactory.getLogger(Outage.class);

  /** So often in a row: a store that is always slow mustn't keep tasks of dead nodes for ever. */
  private static final int MAX_RESTS = 3;

  private final long restNanos;
  private final long longestGapNanos;
  private boolean waiting;
  private long sinceNanos;
  private boolean resting;
  private long restUntilNanos;
  private int rests;
  private @Nullable Long lastJumpNanos;

  Outage(NodeSettings settings) {
    this.restNanos = settings.renewEvery().toNanos();
    this.longestGapNanos = settings.sweep().toNanos() + restNanos;
  }

  /** A call to the store is to be made; only the first one that isn't answered matters. */
  void trying(long nowNanos) {
    if (!waiting) {
      waiting = true;
      sinceNanos = nowNanos;
    }
  }

  /** The store has answered. Time in which nothing was asked, as in a long pause, is no outage. */
  void reached(long nowNanos) {
    long gap = waiting ? nowNanos - sinceNanos : 0;
    waiting = false;
    if (gap <= longestGapNanos || rests >= MAX_RESTS) {
      return;
    }
    rests++;
    resting = true;
    restUntilNanos = nowNanos + restNanos;
    LOG.info(
        "The store didn't answer the sweeper for {}. Live nodes now renew the leases that"
            + " lapsed meanwhile; in {} the sweeper treats the tasks of all others as lost",
        Duration.ofNanos(gap),
        Duration.ofNanos(restNanos));
  }

  /**
   * The store's clock was put forward. Leases lapsed by that alone, and their holders renew them as
   * after an outage.
   *
   * @param jumpedNanos when that was noticed; null for never
   */
  void jumped(@Nullable Long jumpedNanos, long nowNanos) {
    if (jumpedNanos == null || jumpedNanos.equals(lastJumpNanos)) {
      return;
    }
    lastJumpNanos = jumpedNanos;
    long until = jumpedNanos + restNanos;
    if (until - nowNanos > 0) {
      resting = true;
      restUntilNanos = until;
      LOG.info(
          "The store's clock was put forward. Live nodes now renew the leases that lapsed by that;"
              + " in {} the sweeper treats the tasks of all others as lost",
          Duration.ofNanos(until - nowNanos));
    }
  }

  /** Whether lapsed leases may be judged now. */
  boolean isOver(long nowNanos) {
    if (resting && nowNanos - restUntilNanos < 0) {
      return false;
    }
    resting = false;
    rests = 0;
    return true;
  }
}
