package dev.baton.cassandra.shard;

import dev.baton.cassandra.cql.Cql;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The shards of a store. Thread-safe. */
public final class Shards {
  private final Cql cql;
  private final ShardTable table;
  private final ShardReader reader;
  private final List<ShardWriter> writers;

  /** A range of keys in each shard: the first one is included, the second isn't. */
  public record Range(RowKey from, RowKey to) {
    /** Returns the range of all keys with this prefix. */
    public static Range of(RowKey beginning) {
      return new Range(beginning, beginning.end());
    }

    private Gaps.Range inShard() {
      return new Gaps.Range(from, to);
    }
  }

  /**
   * A part of each shard in which rows are added and removed continually, in groups whose first
   * rows are removed first.
   */
  public record Area(RowKey beginning, Grouping grouping, int maxGroups) {}

  /**
   * A row that was found, and where.
   *
   * @param row the row without its payload
   */
  public record ShardRow(int shard, RowKey key, Row row) {}

  /**
   * @param count the number of shards, which never changes
   */
  public Shards(Cql cql, int count, ShardClock clock, Duration patience, List<Area> areas) {
    this.cql = cql;
    table = new ShardTable(cql);
    reader = new ShardReader(table);
    Tidying tidying = new Tidying(reader, areas.stream().map(Shards::inShard).toList());
    writers =
        IntStream.range(0, count)
            .mapToObj(shard -> new ShardWriter(shard, table, clock, tidying, patience))
            .toList();
  }

  private static Tidying.Area inShard(Area area) {
    Range range = Range.of(area.beginning());
    return new Tidying.Area(range.inShard(), area.grouping(), area.maxGroups());
  }

  /** Returns the number of shards. */
  public int count() {
    return writers.size();
  }

  /** Returns the shard of a task, which is computed from its id and never changes. */
  public int of(UUID id) {
    long mixed = (id.getMostSignificantBits() * 0x9E3779B97F4A7C15L) ^ id.getLeastSignificantBits();
    return Math.floorMod(Long.hashCode(mixed * 0xBF58476D1CE4E5B9L), writers.size());
  }

  /** Sends a command to its shard; several commands run in the order in which they arrive. */
  public <T> CompletableFuture<T> submit(int shard, Command<T> command) {
    return writers.get(shard).submit(command);
  }

  /** Returns the first rows of these ranges in all of these shards, in the order of their keys. */
  public List<ShardRow> read(Collection<Integer> shards, List<Range> parts, int limit) {
    return merged(shards, shard -> range(shard, parts, limit)).limit(limit).toList();
  }

  /** Returns the last rows of this range in all of these shards, last first. */
  public List<ShardRow> readBackwards(Collection<Integer> shards, Range range, int limit) {
    List<ShardRow> found =
        new ArrayList<>(
            merged(
                    shards,
                    shard ->
                        table
                            .state(shard, false)
                            .thenCompose(
                                state -> reader.lastOf(shard, state, range.inShard(), limit))
                            .thenApply(last -> added(new ArrayList<>(), shard, last)))
                .toList());
    Collections.reverse(found);
    return found.subList(0, Math.min(limit, found.size()));
  }

  private CompletionStage<List<ShardRow>> range(int shard, List<Range> parts, int limit) {
    return table.state(shard, false).thenCompose(state -> parts(shard, state, parts, limit));
  }

  private CompletionStage<List<ShardRow>> parts(
      int shard, ShardState state, List<Range> parts, int limit) {
    CompletionStage<List<ShardRow>> all = CompletableFuture.completedStage(new ArrayList<>());
    for (Range part : parts) {
      all =
          all.thenCompose(
              found ->
                  found.size() >= limit
                      ? CompletableFuture.completedStage(found)
                      : reader
                          .range(shard, state, part.inShard(), limit - found.size())
                          .thenApply(more -> added(found, shard, more)));
    }
    return all;
  }

  private static List<ShardRow> added(
      List<ShardRow> found, int shard, List<ShardTable.KeyedRow> more) {
    more.forEach(row -> found.add(new ShardRow(shard, row.key(), row.row())));
    return found;
  }

  /**
   * Returns the first row of each group in this range, from all shards, in the order of their keys.
   */
  public List<ShardRow> heads(Range range, Grouping grouping, int limit) {
    Map<RowKey, ShardRow> firsts = new LinkedHashMap<>();
    merged(all(), shard -> headsOf(shard, range, grouping, limit))
        .forEach(head -> firsts.putIfAbsent(grouping.groupOf(head.key()), head));
    return firsts.values().stream().limit(limit).toList();
  }

  private CompletionStage<List<ShardRow>> headsOf(
      int shard, Range range, Grouping grouping, int limit) {
    return table
        .state(shard, false)
        .thenCompose(state -> reader.heads(shard, state, range.inShard(), grouping, limit))
        .thenApply(heads -> added(new ArrayList<>(), shard, heads));
  }

  private Stream<ShardRow> merged(
      Collection<Integer> shards, IntFunction<CompletionStage<List<ShardRow>>> read) {
    List<CompletionStage<List<ShardRow>>> begun = shards.stream().map(read::apply).toList();
    return begun.stream()
        .flatMap(each -> cql.await(each).stream())
        .sorted(Comparator.comparing(ShardRow::key));
  }

  /**
   * Returns a stage. After it completes, each read of the shard shows all changes that were decided
   * before.
   */
  public CompletionStage<?> settled(int shard) {
    return table.state(shard, true);
  }

  /** Returns the numbers of all shards. */
  public List<Integer> all() {
    return IntStream.range(0, count()).boxed().toList();
  }

  /** Returns the rows that exist, by key. */
  public Map<RowKey, Row> rows(Map<Integer, List<RowKey>> keysByShard, boolean withPayloads) {
    List<CompletionStage<Map<RowKey, Row>>> begun = new ArrayList<>();
    keysByShard.forEach(
        (shard, keys) -> begun.add(table.rows(shard, keys, withPayloads, new HashMap<>())));
    Map<RowKey, Row> all = new HashMap<>();
    begun.forEach(each -> all.putAll(cql.await(each)));
    return all;
  }

  /** Reads the row, if it exists. */
  public CompletionStage<Optional<Row>> row(int shard, RowKey key, boolean withPayload) {
    return table
        .rows(shard, List.of(key), withPayload, new HashMap<>())
        .thenApply(rows -> Optional.ofNullable(rows.get(key)));
  }
}
