package dev.baton.cassandra.task;

import dev.baton.cassandra.cql.Cql;
import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.row.WaitRow;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.ShardClock;
import dev.baton.cassandra.shard.Shards;
import dev.baton.spi.WaitStore;
import dev.baton.task.Prerequisite;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.WaitState;
import dev.baton.task.rule.Waits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Stores which tasks wait for others. A finishing task doesn't reach its waiters, which are in
 * other shards. Instead the sweeper checks each waiting task from time to time, and reads the rows
 * of the tasks that it waits for. Thread-safe.
 */
public final class CassandraWaitStore implements WaitStore {
  /** Maximum number of tasks that one task may wait for: each check reads them all. */
  static final int MAX_AWAITED = 1_000;

  /** Maximum number of waiting tasks that a search for the waiters of a task reads. */
  private static final int MAX_SEARCHED = 1_000;

  /** Maximum number of waiting tasks that are checked together. */
  private static final int MAX_LOOKS = 20;

  /** Maximum number of rows that are read at the same time. */
  private static final int MAX_ROWS = 500;

  private final Cql cql;
  private final Shards shards;
  private final Sweeps sweeps;
  private final ShardClock clock;

  CassandraWaitStore(Cql cql, Shards shards, Sweeps sweeps, ShardClock clock) {
    this.cql = cql;
    this.shards = shards;
    this.sweeps = sweeps;
    this.clock = clock;
  }

  static void requireFew(NewTask task) {
    Waits waits = task.waits();
    if (waits != null && waits.size() > MAX_AWAITED) {
      throw new IllegalArgumentException(
          "Task "
              + task.id()
              + " of type "
              + task.spec().type()
              + " can't wait for "
              + waits.size()
              + " others: on Cassandra it may be "
              + MAX_AWAITED
              + ". Add one task per group that waits for the group's tasks, and wait for those");
    }
  }

  @Override
  public boolean keepsOrder() {
    return false;
  }

  @Override
  public List<Prerequisite> waitedFor(UUID id) {
    return row(id).map(row -> row.prerequisites(ends(row.open()))).orElse(List.of());
  }

  @Override
  public WaitState waiting(UUID id) {
    return row(id).map(WaitRow::standing).orElse(WaitState.OVER);
  }

  private Optional<WaitRow> row(UUID id) {
    return cql.await(shards.row(shards.of(id), Keys.waits(id), false)).map(WaitRow::read);
  }

  /**
   * Returns the ids of tasks that wait for this one. Searches only the first waiting tasks of each
   * shard.
   */
  public List<UUID> waiters(UUID task, int limit) {
    return shards.read(shards.all(), List.of(Keys.waits()), MAX_SEARCHED).stream()
        .filter(found -> WaitRow.read(found.row()).isFor(task))
        .map(found -> found.key().lastId())
        .limit(limit)
        .toList();
  }

  /** Checks the tasks whose time has come, and returns the tasks that are ready now. */
  List<Candidate> release(int limit) {
    List<Shards.ShardRow> looks =
        shards.read(shards.all(), List.of(Keys.looksUntil(clock.now())), limit);
    List<Candidate> ready = new ArrayList<>();
    for (int from = 0; from < looks.size(); from += MAX_LOOKS) {
      ready.addAll(look(looks.subList(from, Math.min(looks.size(), from + MAX_LOOKS))));
    }
    return ready;
  }

  private List<Candidate> look(List<Shards.ShardRow> looks) {
    Map<Integer, List<RowKey>> keys = new HashMap<>();
    for (Shards.ShardRow look : looks) {
      RowKey own = Keys.waits(look.key().lastId());
      keys.computeIfAbsent(look.shard(), shard -> new ArrayList<>()).add(own);
    }
    Set<UUID> open = new LinkedHashSet<>();
    shards.rows(keys, false).values().forEach(row -> open.addAll(WaitRow.read(row).open()));
    Map<UUID, Status> ends = ends(open);
    return sweeps
        .all(looks, look -> look.key().lastId(), look -> new EndDelivery(look.key(), ends))
        .stream()
        .flatMap(Optional::stream)
        .toList();
  }

  /** Returns how the ended tasks among these ended; a missing row means DONE. */
  private Map<UUID, Status> ends(Collection<UUID> ids) {
    Map<UUID, Status> ends = new HashMap<>();
    List<UUID> all = List.copyOf(ids);
    for (int from = 0; from < all.size(); from += MAX_ROWS) {
      List<UUID> some = all.subList(from, Math.min(all.size(), from + MAX_ROWS));
      Map<UUID, TaskRow> rows = sweeps.rows(some);
      for (UUID id : some) {
        TaskRow row = rows.get(id);
        if (row instanceof TaskRow.Finished finished) {
          ends.put(id, finished.task().status());
        } else if (row == null) {
          ends.put(id, Status.DONE);
        }
      }
    }
    return ends;
  }
}
