package dev.baton.cassandra.operate;

import dev.baton.cassandra.cql.Cql;
import dev.baton.cassandra.row.Audit;
import dev.baton.cassandra.row.AuditedChange;
import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.ShardClock;
import dev.baton.cassandra.shard.Shards;
import dev.baton.operate.AuditEntry;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.Cursor;
import dev.baton.spi.AuditNote;
import dev.baton.spi.FilterMatch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Stores the audit: each entry in the shard of its task, entries without a task in the first shard.
 * Thread-safe.
 */
final class AuditTrail {
  private static final int ROWS_AT_A_TIME = 1_000;

  private final Cql cql;
  private final Shards shards;
  private final ShardClock clock;

  AuditTrail(Cql cql, Shards shards, ShardClock clock) {
    this.cql = cql;
    this.shards = shards;
    this.clock = clock;
  }

  private int shardOf(@Nullable UUID task) {
    return task == null ? 0 : shards.of(task);
  }

  void note(AuditNote note) {
    cql.await(
        shards.submit(shardOf(note.taskId()), new AuditedChange<>(Note.ALONE, note, done -> done)));
  }

  List<AuditEntry> read(AuditFilter filter, @Nullable Cursor after, int limit) {
    List<Integer> where = filter.task().map(id -> List.of(shards.of(id))).orElse(shards.all());
    Shards.Range all = Keys.audit(filter.writtenAt());
    RowKey to = all.to();
    if (after != null) {
      RowKey place = Keys.audit(Objects.requireNonNull(after.at()), after.id());
      to = place.compareTo(to) < 0 ? place : to;
    }
    List<AuditEntry> found = new ArrayList<>();
    while (found.size() < limit && all.from().compareTo(to) < 0) {
      List<Shards.ShardRow> some =
          shards.readBackwards(where, new Shards.Range(all.from(), to), ROWS_AT_A_TIME);
      some.stream()
          .map(Audit::read)
          .filter(entry -> FilterMatch.audit(filter, entry))
          .limit(limit - found.size())
          .forEach(found::add);
      to = some.size() < ROWS_AT_A_TIME ? all.from() : some.get(some.size() - 1).key();
    }
    return found;
  }

  int prune(Duration olderThan, int limit) {
    Instant until = clock.now().minus(olderThan);
    return Pruning.prune(cql, shards, Keys.auditBefore(until), limit);
  }
}
