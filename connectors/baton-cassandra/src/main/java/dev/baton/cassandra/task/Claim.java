package dev.baton.cassandra.task;

import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.row.TaskRows;
import dev.baton.cassandra.shard.Rows;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Claims a task that is still ready at the requested version. */
final class Claim extends LiveCommand<Task> {
  private final UUID owner;
  private final Duration lease;
  private final ClaimRequest request;

  Claim(UUID owner, Duration lease, ClaimRequest request) {
    super(request.id());
    this.owner = owner;
    this.lease = lease;
    this.request = request;
  }

  @Override
  public boolean readsPayloads() {
    return true;
  }

  @Override
  Optional<Task> decide(TaskRow.Live live, Rows rows, Instant now) {
    Position ready = live.task().position();
    if (ready.status() != Status.READY || ready.version() != request.version()) {
      return Optional.empty();
    }
    Position held = HolderRules.claimed(ready, owner, lease, request.lossLimit(), now);
    Task claimed = Moves.at(live.task(), held, now);
    TaskRows.change(rows, live, live.with(claimed));
    return Optional.of(claimed);
  }
}
