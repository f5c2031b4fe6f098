package dev.baton.cassandra.task;

import dev.baton.cassandra.cql.Cql;
import dev.baton.cassandra.row.KeyHold;
import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.row.TaskRows;
import dev.baton.cassandra.shard.Command;
import dev.baton.cassandra.shard.ShardClock;
import dev.baton.cassandra.shard.Shards;
import dev.baton.cassandra.task.KeyTable.Name;
import dev.baton.cassandra.task.KeyTable.Registration;
import dev.baton.spi.RunAgainStore;
import dev.baton.task.rule.NextPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** Runs finished tasks again: registers their keys again, and then changes their rows. */
public final class CassandraRunAgainStore implements RunAgainStore {
  private final Cql cql;
  private final Shards shards;
  private final UniqueKeys keys;
  private final ShardClock clock;

  CassandraRunAgainStore(Cql cql, Shards shards, UniqueKeys keys, ShardClock clock) {
    this.cql = cql;
    this.shards = shards;
    this.keys = keys;
    this.clock = clock;
  }

  @Override
  public Optional<RunAgainRefusal> runAgain(UUID id, long version, NextPosition placement) {
    return runAgain(id, version, placement, change -> change);
  }

  /**
   * Runs a task again, and does more in the same change.
   *
   * @param with the additional change
   */
  public Optional<RunAgainRefusal> runAgain(
      UUID id,
      long version,
      NextPosition placement,
      UnaryOperator<Command<Optional<RunAgainRefusal>>> with) {
    TaskRow row = cql.await(TaskRows.outline(shards, id)).orElse(null);
    if (!(row instanceof TaskRow.Finished finished) || !RunAgain.isThere(finished, version)) {
      return Optional.of(RunAgainRefusal.NOT_THERE);
    }
    if (finished.task().spec().traits().clearsPayload()) {
      return Optional.of(RunAgainRefusal.PAYLOAD_CLEARED);
    }
    long end = clock.nanoTime() + Refuse.KEEP.dividedBy(2).toNanos();
    Registration wanted = new Registration(id, clock.newId());
    List<KeyHold> taken = new ArrayList<>();
    Optional<RunAgainRefusal> refusal = register(finished.keys(), wanted, taken);
    if (refusal.isEmpty()) {
      RunAgain command =
          new RunAgain(id, version, placement, wanted.token(), () -> clock.nanoTime() - end > 0);
      refusal = cql.await(shards.submit(shards.of(id), with.apply(command)));
    }
    if (refusal.isPresent()) {
      taken.forEach(key -> cql.await(keys.restore(name(key), key.token(), wanted)));
    }
    return refusal;
  }

  private Optional<RunAgainRefusal> register(
      List<KeyHold> holds, Registration wanted, List<KeyHold> taken) {
    for (KeyHold key : holds) {
      Registration holder = cql.await(keys.registerAgain(name(key), key.token(), wanted));
      if (!holder.equals(wanted)) {
        return Optional.of(
            holder.task().equals(wanted.task())
                // Another caller is running it again.
                ? RunAgainRefusal.NOT_THERE
                : RunAgainRefusal.KEY_TAKEN);
      }
      taken.add(key);
    }
    return Optional.empty();
  }

  private static Name name(KeyHold key) {
    return new Name(key.type(), key.text());
  }
}
