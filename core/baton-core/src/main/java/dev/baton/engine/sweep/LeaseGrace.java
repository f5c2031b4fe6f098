package dev.baton.engine.sweep;

import dev.baton.cluster.NodeSettings;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects that the store was unreachable for a while. In that time, leases expired although their
 * owners may be live. These owners renew them as soon as the store is back. So the sweeper waits
 * for one renewal interval before it resumes tasks whose leases have expired. Only the sweeper's
 * loop uses it.
 */
final class LeaseGrace {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseGrace.class);

  /**
   * Maximum number of such waits in a row, so that a store that is always slow doesn't delay the
   * tasks of dead nodes forever.
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

  LeaseGrace(NodeSettings settings) {
    this.restNanos = settings.renewEvery().toNanos();
    this.longestGapNanos = settings.sweep().toNanos() + restNanos;
  }

  /**
   * Records that a call to the store begins. If several calls get no reply, only the first one
   * counts.
   */
  void trying(long nowNanos) {
    if (!waiting) {
      waiting = true;
      sinceNanos = nowNanos;
    }
  }

  /**
   * Records that the store has replied. Time in which the sweeper made no call, as in a long pause,
   * doesn't count as an outage.
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
            + " expired meanwhile. In {}, the sweeper treats each task whose lease has still"
            + " expired as lost",
        Texts.about(Duration.ofNanos(gap)),
        Texts.about(Duration.ofNanos(restNanos)));
  }

  /**
   * Records that the store's clock was set forward. Some leases then expired although their owners
   * are live. The owners renew them, as after an outage.
   *
   * @param jumpedNanos {@code nanoTime} at which the jump was detected; null if there was none
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
              + " of that. In {}, the sweeper treats each task whose lease has still expired as"
              + " lost",
          Texts.about(Duration.ofNanos(until - nowNanos)));
    }
  }

  /** Returns whether the sweeper may decide about expired leases now. */
  boolean isOver(long nowNanos) {
    if (resting && nowNanos - restUntilNanos < 0) {
      return false;
    }
    resting = false;
    rests = 0;
    return true;
  }
}
