package dev.baton.cassandra.task;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.row.TaskRows;
import dev.baton.cassandra.shard.Command;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Rows;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.row.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/**
 * Makes a claim for which permits were taken. It claims only exactly the task that was read then.
 * Nothing is claimed if the claim was refused meanwhile, because its slot may belong to another.
 *
 * @param isLate whether it is too late to claim: a refusal may have been removed already
 */
record PermittedClaim(
    UUID owner, Duration lease, ClaimRequest request, Instant createdAt, BooleanSupplier isLate)
    implements Command<Optional<Task>> {

  private Claim claim() {
    return new Claim(owner, lease, request);
  }

  @Override
  public List<RowKey> reads() {
    return List.of(Keys.task(request.id()), Keys.task(owner));
  }

  @Override
  public boolean readsPayloads() {
    return claim().readsPayloads();
  }

  @Override
  public Optional<Task> decide(Rows rows, Instant now) {
    if (isLate.getAsBoolean()) {
      throw new StoreUnavailableException("Task " + request.id() + " could not be claimed in time");
    }
    boolean isIt =
        TaskRows.get(rows, request.id()) instanceof TaskRow.Live live
            && live.task().createdAt().equals(createdAt);
    return isIt && !(TaskRows.get(rows, owner) instanceof TaskRow.Refusal)
        ? claim().decide(rows, now)
        : Optional.empty();
  }
}
