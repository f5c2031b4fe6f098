package dev.baton.cassandra.task;

import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.row.TaskRows;
import dev.baton.cassandra.shard.Rows;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;

/** Extends a lease, if the same claim still owns the task. */
final class Renew extends LiveCommand<UUID> {
  private final ClaimFence fence;
  private final Duration lease;

  Renew(ClaimFence fence, Duration lease) {
    super(fence.id());
    this.fence = fence;
    this.lease = lease;
  }

  @Override
  Optional<UUID> decide(TaskRow.Live live, Rows rows, Instant now) {
    if (!Moves.isHeldSo(live.task(), fence)) {
      return Optional.empty();
    }
    Instant until = now.plus(lease).truncatedTo(ChronoUnit.MICROS);
    Task renewed = Moves.at(live.task(), live.task().position().until(until), now);
    TaskRows.change(rows, live, live.with(renewed));
    return Optional.of(fence.id());
  }
}
