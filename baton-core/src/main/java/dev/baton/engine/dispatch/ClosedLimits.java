package dev.baton.engine.dispatch;

import dev.baton.spi.NodeRuntime;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import dev.baton.task.PermitCount.Refusal;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Flows and types that a limit of the cluster has refused, and until when it is no use to ask it
 * again: a full limit must not cause a storm of claims. Owned by the bucket's dispatcher, which
 * alone closes and asks; any thread may open.
 */
final class ClosedLimits {
  private static final long SHORTEST_NANOS = Duration.ofMillis(20).toNanos();
  private static final long LONGEST_NANOS = Duration.ofMillis(250).toNanos();
  private static final int MOST = 10_000;

  /**
   * @param priority tasks more urgent than this may ask: they may have more slots
   */
  private record Closed(int priority, long untilNanos, long waitNanos) {}

  /** How long to wait, and whether all keys of the type must. */
  record Wait(Duration left, boolean wholeType) {}

  private final NodeRuntime runtime;

  /** A flow of its own, or a type: the flow with an empty key stands for all keys of its type. */
  private final Map<Flow, Closed> closed = new HashMap<>();

  private final Set<String> reopened = ConcurrentHashMap.newKeySet();

  ClosedLimits(NodeRuntime runtime) {
    this.runtime = runtime;
  }

  /** The claim of this candidate got no permit; answers how long to wait before the next. */
  Duration close(Candidate candidate, Refusal refusal) {
    Flow scope = scope(candidate.flow(), refusal);
    Closed before = closed.get(scope);
    long now = runtime.nanoTime();
    long wait = wait(before, refusal.askAgainAfter());
    int priority = candidate.priority();
    if (before != null && now - before.untilNanos() < 0) {
      priority = Math.min(priority, before.priority());
    }
    if (closed.size() >= MOST) {
      closed.values().removeIf(one -> now - one.untilNanos() >= 0);
      if (closed.size() >= MOST) {
        // Asking too soon costs a claim; a table without bounds costs the node.
        closed.clear();
      }
    }
    closed.put(scope, new Closed(priority, now + wait, wait));
    return Duration.ofNanos(wait);
  }

  /** Known for a rate; for a slot, longer and longer, as its end depends on others. */
  private long wait(@Nullable Closed before, @Nullable Duration known) {
    if (known != null) {
      // Not all nodes at the same moment.
      long spread = Math.min(known.toNanos() / 10, SHORTEST_NANOS);
      return 1 + known.toNanos() + (long) (runtime.random().nextDouble() * spread);
    }
    long wait = before == null ? SHORTEST_NANOS : Math.min(LONGEST_NANOS, before.waitNanos() * 2);
    return wait / 2 + (long) (runtime.random().nextDouble() * (wait / 2.0));
  }

  /** How long this candidate need not ask; null when it may. */
  @Nullable Wait waitOf(Candidate candidate) {
    if (closed.isEmpty()) {
      return null;
    }
    reopen();
    Flow flow = candidate.flow();
    Duration ofType = waitOf(new Flow(flow.type(), ""), candidate);
    if (ofType != null) {
      return new Wait(ofType, true);
    }
    Duration ofKey = flow.key().isEmpty() ? null : waitOf(flow, candidate);
    return ofKey == null ? null : new Wait(ofKey, false);
  }

  private @Nullable Duration waitOf(Flow scope, Candidate candidate) {
    Closed one = closed.get(scope);
    if (one == null || candidate.priority() < one.priority()) {
      return null;
    }
    long left = one.untilNanos() - runtime.nanoTime();
    return left <= 0 ? null : Duration.ofNanos(left);
  }

  /** A task of this type has ended here: one of its permits is, or will soon be, free. */
  void open(String type) {
    reopened.add(type);
  }

  private void reopen() {
    if (!reopened.isEmpty()) {
      for (String type : Set.copyOf(reopened)) {
        reopened.remove(type);
        closed.keySet().removeIf(scope -> scope.type().equals(type));
      }
    }
  }

  private static boolean isOfKey(Flow flow, Refusal refusal) {
    return !refusal.permit().key().isEmpty() && !flow.key().isEmpty();
  }

  private static Flow scope(Flow flow, Refusal refusal) {
    return isOfKey(flow, refusal) ? flow : new Flow(flow.type(), "");
  }
}
