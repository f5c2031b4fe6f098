package dev.baton.engine.lease;

import dev.baton.engine.base.LineLimit;
import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.base.Supervisor;
import dev.baton.engine.base.TaskLog;
import dev.baton.spi.NodeRuntime;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Interrupts attempts whose deadline or lease has ended. It never calls the store. If the database
 * hangs, the handler must still end before another node runs its task. It ends leases without
 * allocating memory, because no lease is renewed while the heap is full. In each round, it also
 * makes the supervisor check the other loops.
 *
 * <p>A lease is measured on this node's monotonic clock, beginning before the claim or renewal was
 * sent. The node stops trusting a lease when a tenth of it is left. The handler can use this time
 * to react to the interrupt.
 */
public final class LeaseWatch {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseWatch.class);
  private static final long SOONEST_NANOS = 1_000_000;

  /** Maximum number of leases that each round logs individually. */
  private static final int MAX_LOGGED = 100;

  private final Leases leases;
  private final NodeRuntime runtime;
  private final Duration lookEvery;
  private final long marginNanos;
  private final TaskLog log;
  private final LineLimit lines = new LineLimit();
  private final Loop loop;
  private final Supervisor supervisor;

  /**
   * The first tasks whose leases ended in this round. They are logged after all leases have been
   * checked.
   */
  private final LeasedTask[] ended = new LeasedTask[MAX_LOGGED];

  /** The types of these tasks. They are kept here, because a lost task no longer has its type. */
  private final String[] endedTypes = new String[MAX_LOGGED];

  private int endedCount;

  public LeaseWatch(NodeContext node, Leases leases, Supervisor supervisor) {
    this.leases = leases;
    this.supervisor = supervisor;
    this.runtime = node.runtime();
    this.lookEvery = node.settings().renewEvery();
    this.marginNanos = node.settings().lease().dividedBy(10).toNanos();
    this.log = node.taskLog();
    this.loop = new Loop("lease-watch", runtime, node.events(), this::round);
  }

  public Loop loop() {
    return loop;
  }

  /**
   * Watches a handler that has begun. Its deadline or its lease may end before the next regular
   * round.
   */
  public void watch(LeasedTask leased) {
    long soon = lookEvery.toNanos();
    if (leased.nextMomentNanos(marginNanos) - runtime.nanoTime() < soon) {
      loop.wake();
    }
  }

  /**
   * Returns whether the lease is valid and long enough. A handler that starts now then has time to
   * react to its end.
   */
  public boolean isInForce(LeasedTask leased) {
    return !leased.isLost() && !isOver(leased);
  }

  private boolean isOver(LeasedTask leased) {
    return runtime.nanoTime() - (leased.trustedUntilNanos() - marginNanos) >= 0;
  }

  private Duration round() {
    // Do this first. It needs no memory, and leases may not be renewed while the heap is full.
    endLeases();
    passDeadlines();
    logEnded();
    supervisor.look();
    return untilNextMoment();
  }

  private void endLeases() {
    for (LeasedTask one = leases.newest(); one != null; one = one.older()) {
      String type = one.type();
      if (one.isRunning() && isOver(one) && one.lose()) {
        if (endedCount < MAX_LOGGED) {
          ended[endedCount] = one;
          endedTypes[endedCount] = type;
        }
        endedCount++;
      }
    }
  }

  /**
   * Ends attempts whose deadline has passed. If one attempt can't be ended, the other attempts
   * still end.
   */
  private void passDeadlines() {
    @Nullable Throwable failed = null;
    for (LeasedTask one = leases.newest(); one != null; one = one.older()) {
      try {
        one.passDeadline(runtime.nanoTime());
      } catch (Throwable broken) {
        failed = broken;
      }
    }
    if (failed != null) {
      throw new IllegalStateException("An attempt could not be ended at its deadline", failed);
    }
  }

  private void logEnded() {
    int count = endedCount;
    endedCount = 0;
    for (int i = 0; i < Math.min(count, MAX_LOGGED); i++) {
      UUID id = ended[i].id();
      log.about(
          id,
          endedTypes[i],
          () ->
              lines.log(
                  LOG,
                  Level.WARN,
                  runtime.nanoTime(),
                  "This node could not renew the lease of task {} in time and interrupts the"
                      + " handler. If another node has taken the task by then, the result is"
                      + " ignored",
                  id));
    }
    if (count > MAX_LOGGED) {
      LOG.warn("This node could not renew {} more leases in time", count - MAX_LOGGED);
    }
  }

  private Duration untilNextMoment() {
    long now = runtime.nanoTime();
    long least = lookEvery.toNanos();
    for (LeasedTask leased = leases.newest(); leased != null; leased = leased.older()) {
      if (leased.isRunning() && !leased.isLost()) {
        least = Math.min(least, leased.nextMomentNanos(marginNanos) - now);
      }
    }
    return Duration.ofNanos(Math.max(SOONEST_NANOS, least));
  }
}
