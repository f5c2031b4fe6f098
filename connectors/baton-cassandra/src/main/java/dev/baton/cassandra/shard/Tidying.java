package dev.baton.cassandra.shard;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Finds where a shard no longer has rows, so that reads skip these ranges and Cassandra drops the
 * tombstones there. Thread-safe.
 */
final class Tidying {
  private static final int MIN_REMOVALS = 500;

  private final ShardReader reader;
  private final List<Area> areas;

  /**
   * A part of each shard in which rows are added and removed continually, and how its keys are
   * grouped.
   */
  record Area(Gaps.Range range, Grouping grouping, int maxGroups) {}

  Tidying(ShardReader reader, List<Area> areas) {
    this.reader = reader;
    this.areas = areas;
  }

  /** Returns whether enough rows were removed to justify a separate compare-and-set. */
  static boolean isDue(ShardState state) {
    return state.gaps().removals() >= MIN_REMOVALS;
  }

  /** Returns the decision to write. It has no changes if another node has tidied meanwhile. */
  CompletionStage<CasAttempt.Decision> of(int shard, ShardState state) {
    ShardTable.Change none = new ShardTable.Change(List.of(), List.of());
    if (!isDue(state)) {
      return CompletableFuture.completedStage(
          new CasAttempt.Decision(none, state.gaps(), List.of()));
    }
    CompletionStage<CasAttempt.Decision> decided =
        CompletableFuture.completedStage(
            new CasAttempt.Decision(none, state.gaps().counted(), List.of()));
    for (Area area : areas) {
      decided = decided.thenCompose(before -> with(shard, state, area, before));
    }
    return decided;
  }

  private CompletionStage<CasAttempt.Decision> with(
      int shard, ShardState state, Area area, CasAttempt.Decision before) {
    return reader
        .heads(shard, state, area.range(), area.grouping(), area.maxGroups())
        .thenApply(
            heads -> {
              List<Gaps.Range> gaps =
                  gaps(area, heads.stream().map(ShardTable.KeyedRow::key).toList());
              List<Gaps.Range> cleared = new ArrayList<>(before.change().cleared());
              cleared.addAll(gaps);
              Gaps all = before.gaps().replaced(area.range(), gaps);
              return new CasAttempt.Decision(
                  new ShardTable.Change(List.of(), cleared), all, List.of());
            });
  }

  /** Returns the ranges without rows, each from the end of a group to the first row after it. */
  private static List<Gaps.Range> gaps(Area area, List<RowKey> heads) {
    List<Gaps.Range> gaps = new ArrayList<>();
    RowKey from = area.range().from();
    for (RowKey head : heads) {
      gaps.add(new Gaps.Range(from, head));
      from = area.grouping().groupOf(head).end();
    }
    if (heads.size() < area.maxGroups()) {
      gaps.add(new Gaps.Range(from, area.range().to()));
    }
    gaps.removeIf(Gaps.Range::isEmpty);
    return gaps;
  }
}
