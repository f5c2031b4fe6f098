package dev.baton.cassandra.shard;

import dev.baton.cassandra.shard.ShardTable.KeyedRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Reads rows of one shard in order, and skips its gaps. Thread-safe. */
final class ShardReader {
  /**
   * Number of rows to read when searching the first row of a group: most groups are short, or one
   * is long.
   */
  private static final int ROWS_OF_A_SEEK = 16;

  private final ShardTable table;

  ShardReader(ShardTable table) {
    this.table = table;
  }

  /** Reads the first rows of this range. */
  CompletionStage<List<KeyedRow>> range(int shard, ShardState state, Gaps.Range range, int limit) {
    RangeRead forwards = (part, most) -> table.range(shard, part, most);
    return parts(forwards, state.gaps().outside(range), limit, new ArrayList<>());
  }

  /** Reads the last rows of this range, last first. */
  CompletionStage<List<KeyedRow>> lastOf(int shard, ShardState state, Gaps.Range range, int limit) {
    List<Gaps.Range> parts = new ArrayList<>(state.gaps().outside(range));
    Collections.reverse(parts);
    RangeRead backwards = (part, most) -> table.lastOf(shard, part, most);
    return parts(backwards, parts, limit, new ArrayList<>());
  }

  /** Reads a range without gaps. */
  @FunctionalInterface
  private interface RangeRead {
    CompletionStage<List<KeyedRow>> read(Gaps.Range range, int limit);
  }

  private static CompletionStage<List<KeyedRow>> parts(
      RangeRead part, List<Gaps.Range> parts, int limit, List<KeyedRow> found) {
    if (parts.isEmpty() || found.size() >= limit) {
      return CompletableFuture.completedStage(found);
    }
    return part.read(parts.get(0), limit - found.size())
        .thenCompose(
            more -> {
              found.addAll(more);
              return parts(part, parts.subList(1, parts.size()), limit, found);
            });
  }

  /** Reads the first row of each group in this range. */
  CompletionStage<List<KeyedRow>> heads(
      int shard, ShardState state, Gaps.Range range, Grouping grouping, int limit) {
    return heads(shard, state, range, new Heads(grouping, limit));
  }

  private CompletionStage<List<KeyedRow>> heads(
      int shard, ShardState state, Gaps.Range range, Heads heads) {
    if (range.isEmpty() || heads.found.size() >= heads.limit) {
      return CompletableFuture.completedStage(heads.found);
    }
    return range(shard, state, range, ROWS_OF_A_SEEK)
        .thenCompose(
            rows -> {
              rows.forEach(heads::add);
              if (rows.size() < ROWS_OF_A_SEEK) {
                return CompletableFuture.completedStage(heads.found);
              }
              RowKey last = rows.get(rows.size() - 1).key();
              RowKey on = heads.grouping.groupOf(last).end();
              return heads(shard, state, new Gaps.Range(on, range.to()), heads);
            });
  }

  /** The rows found so far. */
  private static final class Heads {
    private final Grouping grouping;
    private final int limit;
    private final List<KeyedRow> found = new ArrayList<>();

    private Heads(Grouping grouping, int limit) {
      this.grouping = grouping;
      this.limit = limit;
    }

    private void add(KeyedRow row) {
      boolean isFirst =
          found.isEmpty()
              || !grouping
                  .groupOf(found.get(found.size() - 1).key())
                  .equals(grouping.groupOf(row.key()));
      if (isFirst && found.size() < limit) {
        found.add(row);
      }
    }
  }
}
