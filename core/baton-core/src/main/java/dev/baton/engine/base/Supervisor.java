package dev.baton.engine.base;

import dev.baton.cluster.NodeSettings;
import dev.baton.spi.NodeRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.LongPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks that the loops of this node finish their rounds in time. While a vital loop is late, or if
 * any loop has died, this node claims no tasks. While any loop is late, the health of the node is
 * down. When the loop is on time again, claims continue and the health is up.
 *
 * <p>The claiming thread does this check itself. The check needs neither memory nor another thread,
 * because it must work with a full heap. Thread-safe.
 */
public final class Supervisor {
  private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);

  /** A vital loop is late after this time. It is longer than a call to a slow store takes. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** Any other loop is late after this time, because its statements may be large. */
  private static final Duration LONG_PATIENCE = Duration.ofMinutes(5);

  /** A loop that is late only if a round takes too long. */
  private static final LongPredicate NEVER = now -> false;

  private final NodeRuntime runtime;
  private final boolean hasSteadyTime;
  private final long patienceNanos;
  private volatile Watched[] all = {};

  /** A loop under supervision. */
  private final class Watched {
    final String name;
    final Loop loop;
    final long patienceNanos;
    final boolean isVital;
    final LongPredicate isBehind;

    /** True if the loop was late at the previous check. Only one thread uses this field. */
    boolean wasLate;

    boolean reported;

    Watched(Loop loop, long patienceNanos, boolean isVital, LongPredicate isBehind) {
      this.name = loop.name();
      this.loop = loop;
      this.patienceNanos = patienceNanos;
      this.isVital = isVital;
      this.isBehind = isBehind;
    }

    boolean isLate(long nowNanos) {
      return loop.hasDied() || (hasSteadyTime && isSlow(nowNanos));
    }

    private boolean isSlow(long nowNanos) {
      return loop.lateNanos(nowNanos) > patienceNanos
          || (!loop.isStopping() && isBehind.test(nowNanos));
    }

    boolean stopsClaims(long nowNanos) {
      return isVital ? isLate(nowNanos) : loop.hasDied();
    }
  }

  public Supervisor(NodeRuntime runtime, NodeSettings settings) {
    this.runtime = runtime;
    this.hasSteadyTime = runtime.hasSteadyTime();
    Duration lease = settings.lease();
    this.patienceNanos = (lease.compareTo(PATIENCE) > 0 ? lease : PATIENCE).toNanos();
  }

  /**
   * Watches loops that the tasks of this node depend on. While one of them is late, this node
   * claims no tasks.
   */
  public void watch(Collection<Loop> vital) {
    for (Loop loop : vital) {
      add(new Watched(loop, patienceNanos, true, NEVER));
    }
  }

  /**
   * Watches one vital loop, which is late after the given time.
   *
   * @param isBehind returns whether the loop is late for another reason; must not allocate memory
   */
  public void watch(Loop vital, Duration patience, LongPredicate isBehind) {
    add(new Watched(vital, patience.toNanos(), true, isBehind));
  }

  /** Watches loops that this node doesn't need to run tasks. */
  public void watchOthers(Collection<Loop> loops) {
    long patience = Math.max(patienceNanos, LONG_PATIENCE.toNanos());
    for (Loop loop : loops) {
      add(new Watched(loop, patience, false, NEVER));
    }
  }

  /**
   * Watches only whether these loops have died. Their rounds call code that isn't part of Baton and
   * may take any time.
   */
  public void watchDeaths(Collection<Loop> loops) {
    for (Loop loop : loops) {
      add(new Watched(loop, Long.MAX_VALUE, false, NEVER));
    }
  }

  private synchronized void add(Watched one) {
    Watched[] more = Arrays.copyOf(all, all.length + 1);
    more[all.length] = one;
    all = more;
  }

  /**
   * Returns whether this node may claim tasks now. Any thread may call this. Allocates no memory.
   */
  public boolean mayClaim() {
    long now = runtime.nanoTime();
    for (Watched one : all) {
      if (one.stopsClaims(now)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the loops that are late or have died; none while the node is healthy. */
  public List<String> late() {
    long now = runtime.nanoTime();
    List<String> late = new ArrayList<>();
    for (Watched one : all) {
      if (one.isLate(now)) {
        late.add(one.name);
      }
    }
    return late;
  }

  /**
   * Logs loops that have become late, and loops that are on time again. A loop counts as late here
   * only after two checks in a row, because the whole machine may have been suspended. Only one
   * thread calls this.
   */
  public void look() {
    long now = runtime.nanoTime();
    for (Watched one : all) {
      boolean isLate = one.isLate(now);
      boolean stays = isLate && one.wasLate;
      one.wasLate = isLate;
      if (stays && !one.reported) {
        report(one);
        one.reported = true;
      } else if (!isLate && one.reported) {
        one.reported = false;
        LOG.info("The loop {} of this node is on time again", one.name);
      }
    }
  }

  private static void report(Watched one) {
    boolean hasDied = one.loop.hasDied();
    LOG.error(
        "The loop {} of this node {}: {}. The node's health is down until the loop is on time"
            + " again. Check the loop's thread, the heap, whether the database responds, and whether"
            + " the pool has free connections",
        one.name,
        hasDied ? "has ended" : "is late",
        one.isVital || hasDied ? "this node claims no tasks" : "this node still claims tasks");
  }
}
