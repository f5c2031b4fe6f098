package dev.baton.spi;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where a limit of the cluster stands.
 *
 * @param now the store's clock
 * @param paidUntil up to when a rate's units are paid for; null for a limit of slots, or one that
 *     nobody has used
 * @param holders tasks that have a slot now, in the order of their ids
 */
public record LimitState(Instant now, @Nullable Instant paidUntil, List<Holder> holders) {

  /** A task that has a slot. */
  public record Holder(UUID task, UUID owner) {}
}
