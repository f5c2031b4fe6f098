package dev.baton.engine.statistics;

import dev.baton.engine.base.NodeContext;
import dev.baton.engine.base.PausesInForce;
import dev.baton.engine.statistics.StuckGroup.Member;
import dev.baton.handler.internal.Definition;
import dev.baton.operate.StuckAfter;
import dev.baton.operate.statistics.LiveCounts;
import dev.baton.operate.statistics.Stuck;
import dev.baton.operate.statistics.Stuck.Kind;
import dev.baton.spi.StatisticsStore;
import dev.baton.spi.StatisticsStore.Counted;
import dev.baton.spi.StatisticsStore.Late;
import dev.baton.task.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Searches for stuck tasks of three kinds. To find tasks that the sweeper should have moved, it
 * reads the tasks whose alarm time passed long ago. To find tasks that no node claims, it begins
 * with the oldest ready task of each type, which the count has already found. Thread-safe.
 */
final class StuckSearch {
  private final NodeContext node;

  StuckSearch(NodeContext node) {
    this.node = node;
  }

  /**
   * @param latest the latest count; it may be incomplete
   * @param whole the latest complete count; if there is none, the latest count
   */
  FoundStuck search(StatisticsStore store, StuckAfter after, Counted latest, Counted whole) {
    Instant now = latest.at();
    List<StuckGroup> groups = new ArrayList<>();
    boolean all = unhealed(store, Kind.LEASE_LAPSED, Status.RUNNING, after, now, groups);
    all &= unhealed(store, Kind.OVERDUE, Status.WAITING, after, now, groups);
    all &= queued(store, after, whole, now, groups);
    return new FoundStuck(now, all && latest.complete(), groups);
  }

  /** The result of the search. {@link Stuck} describes its parts. */
  record FoundStuck(Instant takenAt, boolean complete, List<StuckGroup> groups) {

    /** Returns the result for the API, with the first ids of each group. */
    Stuck told(int firstIds) {
      return new Stuck(takenAt, complete, groups.stream().map(one -> told(one, firstIds)).toList());
    }

    private static Stuck.Group told(StuckGroup group, int firstIds) {
      return new Stuck.Group(
          group.kind(),
          group.bucket(),
          group.type(),
          group.tasks().size(),
          group.tasks().get(0).since(),
          group.tasks().stream().limit(firstIds).map(Member::id).toList());
    }
  }

  private static boolean unhealed(
      StatisticsStore store,
      Kind kind,
      Status status,
      StuckAfter after,
      Instant now,
      List<StuckGroup> groups) {
    Instant before = now.minus(after.unhealed());
    List<Late> late = store.overdue(status, before, Stuck.MAX_COUNTED + 1);
    boolean all = late.size() <= Stuck.MAX_COUNTED;
    add(kind, all ? late : late.subList(0, Stuck.MAX_COUNTED), groups);
    return all;
  }

  private boolean queued(
      StatisticsStore store,
      StuckAfter after,
      Counted counted,
      Instant now,
      List<StuckGroup> groups) {
    PausesInForce pauses = node.pauses().inForce();
    int left = Stuck.MAX_COUNTED;
    boolean complete = true;
    for (StatisticsStore.Group group : counted.groups()) {
      Instant since = group.readySince();
      Instant before = now.minus(expected(group.type(), after));
      boolean maybe = since != null && since.isBefore(before);
      if (maybe && group.bucket().equals(LiveCounts.OTHERS)) {
        // There are too many types to search each one.
        complete = false;
        continue;
      }
      if (!maybe || pauses.coversAllOf(group.bucket(), group.type())) {
        continue;
      }
      List<Late> late =
          store.queued(
              group.bucket(),
              group.type(),
              before,
              pauses.keysOf(group.bucket(), group.type()),
              left + 1);
      boolean all = late.size() <= left;
      add(Kind.QUEUED_TOO_LONG, all ? late : late.subList(0, left), groups);
      left -= late.size();
      if (!all) {
        return false;
      }
    }
    return complete;
  }

  private Duration expected(String type, StuckAfter after) {
    Definition definition = node.definitions().find(type);
    Duration expected = definition == null ? null : definition.expectedWait();
    return expected == null ? after.queued() : expected;
  }

  private static void add(Kind kind, List<Late> late, List<StuckGroup> groups) {
    TreeMap<TypeInBucket, List<Member>> byPlace = new TreeMap<>();
    for (Late one : late) {
      byPlace
          .computeIfAbsent(new TypeInBucket(one.bucket(), one.type()), place -> new ArrayList<>())
          .add(new Member(one.id(), one.since()));
    }
    byPlace.forEach(
        (place, some) -> {
          some.sort(Comparator.comparing(Member::since));
          groups.add(new StuckGroup(kind, place.bucket(), place.type(), some));
        });
  }
}
