package dev.baton.engine.sweep;

import dev.baton.cluster.NodeSettings;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects that the store was unreachable for a while. Leases expired in that time although their
 * owners may be live, and those renew them as soon as the store is back. So for one renewal
 * interval the sweeper resumes no task whose lease has expired. Owned by the sweeper's loop.
 */
final class Outage {
  private static final Logger LOG = LoggerFactory.getLogger(Outage.class);

  /**
   * Limit of rests in a row, so that a store that is always slow doesn't delay the tasks of dead
   * nodes forever.
   */
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

  /** Records that a call to the store begins. Only the first call without a reply matters. */
  void trying(long nowNanos) {
    if (!waiting) {
      waiting = true;
      sinceNanos = nowNanos;
    }
  }

  /**
   * Records that the store has responded. Time without any call, as in a long pause, is no outage.
   */
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
        "The store didn't respond to the sweeper for {}. Live nodes now renew the leases that"
            + " expired meanwhile. In {} the sweeper treats the tasks of all other nodes as lost",
        Texts.about(Duration.ofNanos(gap)),
        Texts.about(Duration.ofNanos(restNanos)));
  }

  /**
   * Records that the store's clock was set forward. Leases expired only because of that, and their
   * owners renew them as after an outage.
   *
   * @param jumpedNanos when the jump was detected; null for never
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
          "The store's clock was set forward. Live nodes now renew the leases that expired because"
              + " of that. In {} the sweeper treats the tasks of all other nodes as lost",
          Texts.about(Duration.ofNanos(until - nowNanos)));
    }
  }

  /** Returns whether expired leases may be judged now. */
  boolean isOver(long nowNanos) {
    if (resting && nowNanos - restUntilNanos < 0) {
      return false;
    }
    resting = false;
    rests = 0;
    return true;
  }
}
