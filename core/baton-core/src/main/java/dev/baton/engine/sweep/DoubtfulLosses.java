package dev.baton.engine.sweep;

import dev.baton.task.internal.Position;
import dev.baton.task.internal.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Lapsed leases of nodes that live. The store's clock alone can't tell whether such a lease is
 * lost: it may have been behind when the lease was written, and be right again, and no look at the
 * clock need have shown that. So the sweeper waits until it has seen the same lease lapsed for half
 * of its length by its own monotonic clock. In that time a node that lives has renewed it. Owned by
 * the sweeper's loop.
 */
final class DoubtfulLosses {
  /** If more leases have lapsed, the rest wait until some of these have been judged. */
  private static final int MAX_TASKS = 5_000;

  /** After this many waits without being seen again, a lease counts as renewed or ended. */
  private static final int FORGOTTEN_AFTER = 4;

  private final Map<UUID, Lapse> lapses = new HashMap<>();

  /** One lease that was seen lapsed, and since when. */
  private record Lapse(
      long version, @Nullable UUID owner, @Nullable Instant end, long sinceNanos, long waitNanos) {
    boolean isOf(Position position) {
      return version == position.version()
          && position.owner() != null
          && position.owner().equals(owner)
          && position.nextEventAt() != null
          && position.nextEventAt().equals(end);
    }
  }

  /** Returns whether a lapsed lease is lost, of a node that lives and has leases of this length. */
  boolean isLost(Task task, Duration lease, long nowNanos) {
    Lapse lapse = lapses.get(task.id());
    if (lapse != null && lapse.isOf(task.position())) {
      return nowNanos - lapse.sinceNanos() >= lapse.waitNanos();
    }
    if (lapse == null && lapses.size() >= MAX_TASKS) {
      lapses
          .values()
          .removeIf(one -> one.sinceNanos() + FORGOTTEN_AFTER * one.waitNanos() < nowNanos);
    }
    if (lapse != null || lapses.size() < MAX_TASKS) {
      Position now = task.position();
      long wait = lease.dividedBy(2).toNanos();
      lapses.put(
          task.id(), new Lapse(now.version(), now.owner(), now.nextEventAt(), nowNanos, wait));
    }
    return false;
  }

  /** Forgets a task whose lease was judged. */
  void forget(UUID task) {
    lapses.remove(task);
  }
}
