package dev.baton.engine.lease;

import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.spi.NodeRuntime;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Interrupts attempts whose deadline or lease is over. It never asks the store, because a database
 * that hangs must not let a handler run on while the next holder runs it.
 *
 * <p>A lease is trusted on this node's monotonic clock, from before the claim or renewal was sent,
 * and not to its very end: the last tenth is the handler's time to hear its interrupt.
 */
public final class LeaseWatch {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseWatch.class);
  private static final long SOONEST_NANOS = 1_000_000;

  private final HeldTasks held;
  private final NodeRuntime runtime;
  private final Duration lookEvery;
  private final long marginNanos;
  private final Loop loop;

  public LeaseWatch(NodeContext node, HeldTasks held) {
    this.held = held;
    this.runtime = node.runtime();
    this.lookEvery = node.settings().renewEvery();
    this.marginNanos = node.settings().lease().dividedBy(10).toNanos();
    this.loop = new Loop("lease-watch", runtime, node.events(), this::round);
  }

  public Loop loop() {
    return loop;
  }

  /** A handler began; its deadline, or the end of its lease, may come before the next look. */
  public void watch(HeldTask holding) {
    long soon = lookEvery.toNanos();
    if (holding.nextMomentNanos(marginNanos) - runtime.nanoTime() < soon) {
      loop.wake();
    }
  }

  /** Whether the lease may be trusted: a handler that starts now has time to hear of its end. */
  public boolean isInForce(HeldTask holding) {
    return !holding.isLost() && !isOver(holding);
  }

  private boolean isOver(HeldTask holding) {
    return runtime.nanoTime() - (holding.trustedUntilNanos() - marginNanos) >= 0;
  }

  private Duration round() {
    for (HeldTask holding : held.running()) {
      if (!holding.passDeadline(runtime.nanoTime())) {
        endIfOver(holding);
      }
    }
    return untilNextMoment();
  }

  private void endIfOver(HeldTask holding) {
    if (isOver(holding) && holding.lose()) {
      LOG.warn(
          "This node could not renew the lease of task {} in time: it interrupts the handler."
              + " If another node has taken the task by then, the result is ignored",
          holding.id());
    }
  }

  private Duration untilNextMoment() {
    long now = runtime.nanoTime();
    long least = lookEvery.toNanos();
    for (HeldTask holding : held.running()) {
      if (!holding.isLost()) {
        least = Math.min(least, holding.nextMomentNanos(marginNanos) - now);
      }
    }
    return Duration.ofNanos(Math.max(SOONEST_NANOS, least));
  }
}
