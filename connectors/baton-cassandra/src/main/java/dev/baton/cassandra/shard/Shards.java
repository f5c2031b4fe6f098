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

/** All shards of a store. Thread-safe. */
public final class Shards {
  private final Cql cql;
  private final ShardTable table;
  private final ShardReader reader;
  private final List<ShardWriter> writers;

  /** A part of the order of keys, in each shard: from the first on, before the second. */
  public record Range(RowKey from, RowKey to) {
    /** All keys that begin so. */
    public static Range of(RowKey beginning) {
      return new Range(beginning, beginning.end());
    }

    private Gaps.Range inShard() {
      return new Gaps.Range(from, to);
    }
  }

  /** A part of each shard in which rows come and go, by groups of which the first ones go first. */
  public record Area(RowKey beginning, Grouping grouping, int maxGroups) {}

  /**
   * A row where it was found.
   *
   * @param row without its payload
   */
  public record Found(int shard, RowKey key, Row row) {}

  /**
   * @param count how many there are, which never changes
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

  /** How many there are. */
  public int count() {
    return writers.size();
  }

  /** The shard of a task: by its id, the same for ever. */
  public int of(UUID id) {
    long mixed = (id.getMostSignificantBits() * 0x9E3779B97F4A7C15L) ^ id.getLeastSignificantBits();
    return Math.floorMod(Long.hashCode(mixed * 0xBF58476D1CE4E5B9L), writers.size());
  }

  /** Sends a command to its shard; several are carried out in the order in which they came. */
  public <T> CompletableFuture<T> submit(int shard, Command<T> command) {
    return writers.get(shard).submit(command);
  }

  /** The first rows of this range in all of these shards, in the order of their keys. */
  public List<Found> read(Collection<Integer> shards, List<Range> parts, int limit) {
    return merged(shards, shard -> range(shard, parts, limit)).limit(limit).toList();
  }

  /** The last rows of this range in all of these shards, the last first. */
  public List<Found> readBackwards(Collection<Integer> shards, Range range, int limit) {
    List<Found> found =
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

  private CompletionStage<List<Found>> range(int shard, List<Range> parts, int limit) {
    return table.state(shard, false).thenCompose(state -> parts(shard, state, parts, limit));
  }

  private CompletionStage<List<Found>> parts(
      int shard, ShardState state, List<Range> parts, int limit) {
    CompletionStage<List<Found>> all = CompletableFuture.completedStage(new ArrayList<>());
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

  private static List<Found> added(List<Found> found, int shard, List<ShardTable.Found> more) {
    more.forEach(row -> found.add(new Found(shard, row.key(), row.row())));
    return found;
  }

  /** The first row of each group in this range, of all shards, in the order of their keys. */
  public List<Found> heads(Range range, Grouping grouping, int limit) {
    Map<RowKey, Found> firsts = new LinkedHashMap<>();
    merged(all(), shard -> headsOf(shard, range, grouping, limit))
        .forEach(head -> firsts.putIfAbsent(grouping.groupOf(head.key()), head));
    return firsts.values().stream().limit(limit).toList();
  }

  private CompletionStage<List<Found>> headsOf(
      int shard, Range range, Grouping grouping, int limit) {
    return table
        .state(shard, false)
        .thenCompose(state -> reader.heads(shard, state, range.inShard(), grouping, limit))
        .thenApply(heads -> added(new ArrayList<>(), shard, heads));
  }

  private Stream<Found> merged(
      Collection<Integer> shards, IntFunction<CompletionStage<List<Found>>> read) {
    List<CompletionStage<List<Found>>> begun = shards.stream().map(read::apply).toList();
    return begun.stream()
        .flatMap(each -> cql.await(each).stream())
        .sorted(Comparator.comparing(Found::key));
  }

  /** Once this is done, each read of the shard tells of all that had been decided before. */
  public CompletionStage<?> settled(int shard) {
    return table.state(shard, true);
  }

  /** The numbers of all of them. */
  public List<Integer> all() {
    return IntStream.range(0, count()).boxed().toList();
  }

  /** Those rows of these that there are, by the given keys. */
  public Map<RowKey, Row> rows(Map<Integer, List<RowKey>> keysByShard, boolean withPayloads) {
    List<CompletionStage<Map<RowKey, Row>>> begun = new ArrayList<>();
    keysByShard.forEach(
        (shard, keys) -> begun.add(table.rows(shard, keys, withPayloads, new HashMap<>())));
    Map<RowKey, Row> all = new HashMap<>();
    begun.forEach(each -> all.putAll(cql.await(each)));
    return all;
  }

  /** The row, if there is one. */
  public CompletionStage<Optional<Row>> row(int shard, RowKey key, boolean withPayload) {
    return table
        .rows(shard, List.of(key), withPayload, new HashMap<>())
        .thenApply(rows -> Optional.ofNullable(rows.get(key)));
  }
}
