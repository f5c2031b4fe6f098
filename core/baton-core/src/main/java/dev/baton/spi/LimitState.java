package dev.baton.spi;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The current state of a limit of the cluster.
 *
 * @param now the time of the store's clock
 * @param paidUntil for a rate, the time at which the permits granted so far would all have been due
 *     at an even pace; null for a limit of slots, or for a rate that was never used
 * @param holders tasks that use a slot now, sorted by id
 */
public record LimitState(Instant now, @Nullable Instant paidUntil, List<Holder> holders) {

  /** A task that uses a slot. */
  public record Holder(UUID task, UUID owner) {}
}
