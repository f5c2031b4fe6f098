package dev.baton.cassandra.task;

import dev.baton.cassandra.cql.Cql;
import dev.baton.cassandra.row.IndexedTask;
import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.row.TaskRows;
import dev.baton.cassandra.shard.Command;
import dev.baton.cassandra.shard.Row;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.ShardClock;
import dev.baton.cassandra.shard.Shards;
import dev.baton.spi.core.IdOrder;
import dev.baton.spi.core.TaskSweeps.SweepPlace;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import dev.baton.task.rule.NodeStart;
import dev.baton.task.rule.SweepRules;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the index of times in all shards, and the tasks that it names. Thread-safe. */
public final class Sweeps {
  private final Cql cql;
  private final Shards shards;
  private final UniqueKeys keys;
  private final ShardClock clock;

  Sweeps(Cql cql, Shards shards, UniqueKeys keys, ShardClock clock) {
    this.cql = cql;
    this.shards = shards;
    this.keys = keys;
    this.clock = clock;
  }

  /**
   * Runs a command for each item in the shard of its task; returns the results in the order of the
   * items.
   */
  public <W, T> List<T> all(
      List<W> wishes, Function<W, UUID> id, Function<W, ? extends Command<T>> command) {
    List<CompletableFuture<T>> begun = new ArrayList<>();
    for (W wish : wishes) {
      begun.add(shards.submit(shards.of(id.apply(wish)), command.apply(wish)));
    }
    return begun.stream().map(cql::await).toList();
  }

  List<Candidate> due(Duration hintExpiry, Instant since, int limit) {
    List<Task> waiting = over(Status.WAITING, SweepPlace.since(since), limit);
    return all(
            waiting, Task::id, task -> new Apply(SweepRules.due(task, hintExpiry), Moves::isOverAt))
        .stream()
        .flatMap(Optional::stream)
        .map(Task::candidate)
        .toList();
  }

  List<Task> overdue(SweepPlace leases, SweepPlace hints, int limit) {
    List<Task> found = new ArrayList<>(over(Status.RUNNING, leases, limit));
    if (found.size() < limit) {
      found.addAll(over(Status.READY, hints, limit - found.size()));
    }
    return found;
  }

  List<Task> leasesBeyond(Duration ahead, int limit) {
    Instant time = clock.now().plus(ahead);
    List<Shards.ShardRow> far =
        shards.read(shards.all(), List.of(Keys.timesAfter(Status.RUNNING, time)), limit);
    return List.copyOf(outlines(far.stream().map(found -> found.key().lastId()).toList()).values());
  }

  /** Returns outlines, earliest first. The index may be slightly behind the tasks. */
  private List<Task> over(Status status, SweepPlace from, int limit) {
    Instant now = clock.now();
    List<Shards.ShardRow> due =
        shards.read(shards.all(), List.of(Keys.times(status, from, now)), limit);
    return outlines(due.stream().map(found -> found.key().lastId()).toList()).values().stream()
        .filter(task -> task.position().status() == status && Moves.isOverAt(task, now))
        .toList();
  }

  List<Task> heldBy(NodeStart node, @Nullable UUID after, int limit) {
    List<UUID> ids =
        shards.read(shards.all(), List.of(Keys.times(Status.RUNNING)), Integer.MAX_VALUE).stream()
            .filter(found -> isOf(node, found))
            .map(found -> found.key().lastId())
            .filter(id -> after == null || IdOrder.BY_BYTES.compare(id, after) > 0)
            .sorted(IdOrder.BY_BYTES)
            .limit(limit)
            .toList();
    return outlines(ids).values().stream()
        .filter(task -> task.position().owner() != null)
        .filter(task -> node.owns(Objects.requireNonNull(task.position().owner())))
        .toList();
  }

  private static boolean isOf(NodeStart node, Shards.ShardRow running) {
    UUID owner = IndexedTask.read(running).owner();
    return owner != null && node.owns(owner);
  }

  /** Returns the live tasks among these, without payloads and data, in the order of the ids. */
  Map<UUID, Task> outlines(Collection<UUID> ids) {
    Map<UUID, Task> live = new LinkedHashMap<>();
    rows(ids)
        .forEach(
            (id, row) -> {
              if (row instanceof TaskRow.Live one) {
                live.put(id, one.task().outline());
              }
            });
    return live;
  }

  /** Returns the existing rows of these tasks, without payloads, in the order of the ids. */
  public Map<UUID, TaskRow> rows(Collection<UUID> ids) {
    return rows(ids, shards::of, false);
  }

  /** Returns the rows with their payloads. */
  Map<UUID, TaskRow> wholeRows(Collection<UUID> ids) {
    return rows(ids, shards::of, true);
  }

  private Map<UUID, TaskRow> rows(
      Collection<UUID> ids, Function<UUID, Integer> shardOf, boolean withPayloads) {
    Map<Integer, List<RowKey>> keysByShard = new LinkedHashMap<>();
    ids.forEach(
        id ->
            keysByShard
                .computeIfAbsent(shardOf.apply(id), shard -> new ArrayList<>())
                .add(Keys.task(id)));
    Map<RowKey, Row> found = shards.rows(keysByShard, withPayloads);
    Map<UUID, TaskRow> rows = new LinkedHashMap<>();
    for (UUID id : ids) {
      Row row = found.get(Keys.task(id));
      if (row != null) {
        rows.put(id, TaskRows.read(id, row));
      }
    }
    return rows;
  }

  /**
   * Removes rows that are over. The keys of the tasks are freed first, so that no key is left
   * without its task.
   */
  int prune(int limit) {
    Instant now = clock.now();
    Map<UUID, Integer> shardOf = new LinkedHashMap<>();
    shards
        .read(shards.all(), List.of(Keys.ends(now)), limit)
        .forEach(found -> shardOf.put(found.key().lastId(), found.shard()));
    Map<UUID, TaskRow> rows = rows(shardOf.keySet(), shardOf::get, false);
    rows.values().stream()
        .filter(row -> row instanceof TaskRow.Finished end && !end.removeAt().isAfter(now))
        .map(keys::free)
        .toList()
        .forEach(cql::await);
    List<CompletableFuture<Boolean>> begun = new ArrayList<>();
    shardOf.forEach((id, shard) -> begun.add(shards.submit(shard, new Prune(id))));
    return (int) begun.stream().filter(cql::await).count();
  }
}
