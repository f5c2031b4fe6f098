package dev.baton.engine.dispatch.slot;

import dev.baton.spi.NodeRuntime;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
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
 * Remembers which flows and definitions a cluster limit has refused, and until when another claim
 * is useless. {@link SlotAllocator} skips their candidates, so that a full limit doesn't cause a
 * storm of claims. Only the bucket's dispatcher closes and reads limits; any thread may open them.
 */
final class ClosedLimits {
  private static final long MIN_WAIT_NANOS = Duration.ofMillis(20).toNanos();
  private static final long MAX_WAIT_NANOS = Duration.ofMillis(250).toNanos();
  private static final int MAX_SCOPES = 10_000;

  /**
   * @param priority tasks more urgent than this may ask, because they may have more slots
   */
  private record Closed(int priority, long untilNanos, long waitNanos) {}

  /** The time to wait, and whether all tasks of the definition must wait. */
  record Wait(Duration left, boolean wholeDefinition) {}

  /**
   * The part of a definition that is closed.
   *
   * @param key null for all tasks of the definition
   * @param type null for the key in all types of the definition
   */
  private record Scope(String definition, @Nullable String key, @Nullable String type) {}

  private final NodeRuntime runtime;
  private final UnaryOperator<String> definitionOf;
  private final Map<Scope, Closed> closed = new HashMap<>();

  /** Names of definitions; bounded by their number. */
  private final Set<String> reopened = ConcurrentHashMap.newKeySet();

  /**
   * @param definitionOf returns the definition that serves a type
   */
  ClosedLimits(NodeRuntime runtime, UnaryOperator<String> definitionOf) {
    this.runtime = runtime;
    this.definitionOf = definitionOf;
  }

  /**
   * Closes the limit, because it refused this candidate. Returns how long to wait before the next
   * claim.
   */
  Duration close(Candidate candidate, Refusal refusal) {
    Scope scope = scope(candidate.flow(), refusal);
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
        // A claim that is too early costs little. An unbounded table could fill the heap.
        closed.clear();
      }
    }
    closed.put(scope, new Closed(priority, now + wait, wait));
    return Duration.ofNanos(wait);
  }

  /**
   * Returns how long to wait. For a rate the time is known. For a slot the wait grows, because it
   * depends on when other tasks end.
   */
  private long wait(@Nullable Closed before, @Nullable Duration known) {
    if (known != null) {
      // Spreads the nodes over time.
      long spread = Math.min(known.toNanos() / 10, MIN_WAIT_NANOS);
      return 1 + known.toNanos() + (long) (runtime.random().nextDouble() * spread);
    }
    long wait = before == null ? MIN_WAIT_NANOS : Math.min(MAX_WAIT_NANOS, before.waitNanos() * 2);
    return wait / 2 + (long) (runtime.random().nextDouble() * (wait / 2.0));
  }

  /** Returns how long this candidate must wait; null if it may ask now. */
  @Nullable Wait waitOf(Candidate candidate) {
    Flow flow = candidate.flow();
    String definition = definitionOf.apply(flow.type());
    Scope all = new Scope(definition, null, null);
    Scope key = new Scope(definition, flow.key(), null);
    for (Scope scope : List.of(all, key, new Scope(definition, flow.key(), flow.type()))) {
      Closed one = closed.get(scope);
      long left = one == null ? 0 : one.untilNanos() - runtime.nanoTime();
      if (one != null && left > 0 && candidate.priority() >= one.priority()) {
        return new Wait(Duration.ofNanos(left), scope.key() == null);
      }
    }
    return null;
  }

  /**
   * Opens the limits of a definition, because one of its tasks has ended here and frees a permit,
   * or because its limits changed.
   */
  void open(String definition) {
    reopened.add(definition);
  }

  /**
   * Applies the openings. Call this before booking a batch; an opening after this call also opens
   * what the batch closes.
   */
  void reopen() {
    for (String definition : reopened) {
      reopened.remove(definition);
      closed.keySet().removeIf(scope -> scope.definition().equals(definition));
    }
  }

  /**
   * Returns what a refusal closes. A limit that counts by something other than the task's key may
   * refuse this flow only.
   */
  private Scope scope(Flow flow, Refusal refusal) {
    String definition = definitionOf.apply(flow.type());
    String counted = refusal.permit().key();
    if (counted.isEmpty()) {
      return new Scope(definition, null, null);
    }
    boolean isItsKey = counted.equals(flow.key()) || (flow.key().isEmpty() && counted.isBlank());
    return new Scope(definition, flow.key(), isItsKey ? null : flow.type());
  }
}
