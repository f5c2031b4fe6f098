package dev.baton.engine.dispatch.slot;

import dev.baton.spi.NodeRuntime;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import dev.baton.task.rule.PermitCount.Refusal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which flows and definitions a cluster limit has refused, and how long another claim
 * would be useless. {@link SlotAllocator} skips the candidates of a refused flow or definition, so
 * that a full limit doesn't cause a storm of claims. Only the bucket's dispatcher closes and reads
 * limits. Any thread may open them again.
 */
final class ClosedLimits {
  private static final long MIN_WAIT_NANOS = Duration.ofMillis(20).toNanos();
  private static final long MAX_WAIT_NANOS = Duration.ofMillis(250).toNanos();
  private static final int MAX_SCOPES = 10_000;

  /**
   * @param priority tasks with a more urgent priority may still be claimed, because they may have
   *     more slots
   */
  private record Closed(int priority, long untilNanos, long waitNanos) {}

  /** The time that a candidate, or its whole definition, must wait. */
  record ClosedWait(Duration left, boolean wholeDefinition) {}

  /**
   * The tasks that wait until their cluster limit is asked again.
   *
   * @param key null if all tasks of the definition wait
   * @param type null if the key waits in all types of the definition
   */
  private record ClosedScope(String definition, @Nullable String key, @Nullable String type) {}

  private final NodeRuntime runtime;
  private final UnaryOperator<String> definitionOf;
  private final Map<ClosedScope, Closed> closed = new HashMap<>();

  /** Names of the definitions whose limits to open; at most one entry per definition. */
  private final Set<String> reopened = ConcurrentHashMap.newKeySet();

  /**
   * @param definitionOf returns the definition that serves a type
   */
  ClosedLimits(NodeRuntime runtime, UnaryOperator<String> definitionOf) {
    this.runtime = runtime;
    this.definitionOf = definitionOf;
  }

  /**
   * Closes the limit that refused this candidate. Returns the time until the next claim may be
   * tried.
   */
  Duration close(Candidate candidate, Refusal refusal) {
    ClosedScope scope = scope(candidate.flow(), refusal);
    Closed before = closed.get(scope);
    long now = runtime.nanoTime();
    long wait = wait(before, refusal.askAgainAfter());
    int priority = candidate.priority();
    if (before != null && now - before.untilNanos() < 0) {
      priority = Math.min(priority, before.priority());
    }
    if (closed.size() >= MAX_SCOPES) {
      closed.values().removeIf(one -> now - one.untilNanos() >= 0);
      if (closed.size() >= MAX_SCOPES) {
        // If the table forgets a refusal, a claim comes too early, which costs little. An unlimited
        // table could fill the heap.
        closed.clear();
      }
    }
    closed.put(scope, new Closed(priority, now + wait, wait));
    return Duration.ofNanos(wait);
  }

  /**
   * Returns the time until the next claim may be tried. For a rate limit, the time is known. For a
   * slot, it grows with each refusal, because it depends on when other tasks end.
   */
  private long wait(@Nullable Closed before, @Nullable Duration known) {
    if (known != null) {
      // Add a random time, so that the nodes don't all claim at the same moment.
      long spread = Math.min(known.toNanos() / 10, MIN_WAIT_NANOS);
      return 1 + known.toNanos() + (long) (runtime.random().nextDouble() * spread);
    }
    long wait = before == null ? MIN_WAIT_NANOS : Math.min(MAX_WAIT_NANOS, before.waitNanos() * 2);
    return wait / 2 + (long) (runtime.random().nextDouble() * (wait / 2.0));
  }

  /** Returns how long this candidate must wait; null if it may be claimed now. */
  @Nullable ClosedWait waitOf(Candidate candidate) {
    Flow flow = candidate.flow();
    String definition = definitionOf.apply(flow.type());
    ClosedScope all = new ClosedScope(definition, null, null);
    ClosedScope key = new ClosedScope(definition, flow.key(), null);
    for (ClosedScope scope :
        List.of(all, key, new ClosedScope(definition, flow.key(), flow.type()))) {
      Closed one = closed.get(scope);
      long left = one == null ? 0 : one.untilNanos() - runtime.nanoTime();
      if (one != null && left > 0 && candidate.priority() >= one.priority()) {
        return new ClosedWait(Duration.ofNanos(left), scope.key() == null);
      }
    }
    return null;
  }

  /**
   * Opens the limits of a definition. Call this when one of its tasks has ended here and freed a
   * permit, or when its limits changed.
   */
  void open(String definition) {
    reopened.add(definition);
  }

  /**
   * Opens the limits for which {@link #open} was called. Call this before a batch is booked. If a
   * limit is opened while the batch is claimed, the next call also opens what this batch closed.
   */
  void reopen() {
    for (String definition : reopened) {
      reopened.remove(definition);
      closed.keySet().removeIf(scope -> scope.definition().equals(definition));
    }
  }

  /**
   * Returns the tasks that a refusal affects. If the limit counts by something other than the
   * task's key, it may refuse only this flow.
   */
  private ClosedScope scope(Flow flow, Refusal refusal) {
    String definition = definitionOf.apply(flow.type());
    String counted = refusal.permit().key();
    if (counted.isEmpty()) {
      return new ClosedScope(definition, null, null);
    }
    boolean isItsKey = counted.equals(flow.key()) || (flow.key().isEmpty() && counted.isBlank());
    return new ClosedScope(definition, flow.key(), isItsKey ? null : flow.type());
  }
}
