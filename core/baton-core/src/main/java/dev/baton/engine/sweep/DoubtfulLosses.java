package dev.baton.engine.sweep;

import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The expired leases of nodes that are live. The store's clock alone can't show whether such a
 * lease is lost. The clock may have been behind when the lease was written, and nothing shows that
 * later. So the sweeper waits until it has seen the same lease as expired for half of the lease's
 * length, on its own monotonic clock. A live node renews its lease in that time. Only the sweeper's
 * loop uses it.
 */
final class DoubtfulLosses {
  /** If more leases have expired, the others wait until some of these have been decided. */
  private static final int MAX_TASKS = 5_000;

  /** Number of waits after which a lease that was not seen again counts as renewed or ended. */
  private static final int FORGOTTEN_AFTER = 4;

  private final Map<UUID, Lapse> lapses = new HashMap<>();

  /** An expired lease, and the {@code nanoTime} at which this node first saw it. */
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

  /**
   * Returns whether the expired lease of a live node is lost. {@code lease} is the length of that
   * node's leases.
   */
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

  /** Forgets a task whose lease was decided. */
  void forget(UUID task) {
    lapses.remove(task);
  }
}
