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
 * Watches that the loops of this node come round in time. While one is late that the node's tasks
 * depend on, or one of any kind has died, this node claims nothing; while any is late, its health
 * is down. Both end when the loop comes round again.
 *
 * <p>Whether claims may be made is decided where they are made and needs neither memory nor another
 * thread, because a full heap is what this is for. Thread-safe.
 */
public final class Supervisor {
  private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);

  /** Longer than a call to a slow store takes. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** For loops that other nodes can do without, and whose statements may be large. */
  private static final Duration LONG_PATIENCE = Duration.ofMinutes(5);

  private final NodeRuntime runtime;
  private final boolean hasSteadyTime;
  private final long patienceNanos;
  private volatile Watched[] all = {};

  /** What is watched; each is late or not by itself. */
  private final class Watched {
    final String name;
    final Loop loop;
    final long patienceNanos;
    final boolean isVital;
    final LongPredicate isBehind;

    /** Whether it was late at the latest look, and at the one before it; of one loop. */
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

  /** The node's tasks depend on these: while one is late nothing is claimed. */
  public void watch(Collection<Loop> vital) {
    vital.forEach(loop -> add(new Watched(loop, patienceNanos, true, now -> false)));
  }

  /**
   * Watches one vital loop with the given patience.
   *
   * @param isBehind whether it is late for another reason at that moment; must not allocate
   */
  public void watch(Loop vital, Duration patience, LongPredicate isBehind) {
    add(new Watched(vital, patience.toNanos(), true, isBehind));
  }

  /** Tasks of this node are run without these. */
  public void watchOthers(Collection<Loop> loops) {
    long patience = Math.max(patienceNanos, LONG_PATIENCE.toNanos());
    loops.forEach(loop -> add(new Watched(loop, patience, false, now -> false)));
  }

  /** Only their deaths matter: their rounds call code of others, which may take any time. */
  public void watchDeaths(Collection<Loop> loops) {
    loops.forEach(loop -> add(new Watched(loop, Long.MAX_VALUE, false, now -> false)));
  }

  private synchronized void add(Watched one) {
    Watched[] more = Arrays.copyOf(all, all.length + 1);
    more[all.length] = one;
    all = more;
  }

  /** Whether this node may claim tasks now. Any thread; needs no memory. */
  public boolean mayClaim() {
    long now = runtime.nanoTime();
    for (Watched one : all) {
      if (one.stopsClaims(now)) {
        return false;
      }
    }
    return true;
  }

  /** The loops that are late or have died; none while the node is well. */
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
   * Reports what has become late, and what comes round again. One loop calls this. Twice in a row,
   * so that a machine that stood still isn't taken for a loop that does.
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
        LOG.info("The loop {} of this node comes round again", one.name);
      }
    }
  }

  private static void report(Watched one) {
    boolean hasDied = one.loop.hasDied();
    LOG.error(
        "The loop {} of this node {}: {}. The node's health is down until it comes round again."
            + " Look at its thread, at the heap, and at what keeps the database from answering",
        one.name,
        hasDied ? "has ended" : "doesn't come round in time",
        one.isVital || hasDied ? "this node claims no tasks" : "this node still claims tasks");
  }
}
