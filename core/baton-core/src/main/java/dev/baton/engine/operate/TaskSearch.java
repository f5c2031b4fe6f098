package dev.baton.engine.operate;

import dev.baton.engine.statistics.StatisticsService;
import dev.baton.engine.statistics.StuckGroup;
import dev.baton.operate.Cursor;
import dev.baton.operate.Page;
import dev.baton.operate.StuckAfter;
import dev.baton.operate.TaskFilter;
import dev.baton.spi.FilterMatch;
import dev.baton.spi.FoundTask;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.StatisticsStore.Retried;
import dev.baton.spi.core.IdOrder;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds tasks by a filter. It searches for stuck, retried and held tasks by their ids, which {@link
 * StatisticsService} has found with indexes. With a condition instead of ids, the database could
 * decide to read all live tasks. Immutable.
 */
final class TaskSearch {
  /** Smallest number of ids per read, because a smaller read isn't worth a statement. */
  private static final int MIN_ASKED = 100;

  private final OperationsStore store;
  private final StatisticsService statistics;

  TaskSearch(OperationsStore store, StatisticsService statistics) {
    this.store = store;
    this.statistics = statistics;
  }

  /**
   * Finds tasks like {@link OperationsStore#find}. It also supports conditions on errors, and on
   * stuck, retried or held tasks.
   */
  Page<FoundTask> page(TaskFilter filter, @Nullable Cursor after, int size) {
    if (!filter.errors().isAny()) {
      return new ErrorSearch(store, this).page(filter, after, size);
    }
    return regardlessOfErrors(filter, after, size);
  }

  Page<FoundTask> regardlessOfErrors(TaskFilter filter, @Nullable Cursor after, int limit) {
    StuckAfter since = filter.stuck();
    if (since == null && !filter.isRetrying() && !filter.isHeld()) {
      return store.page(filter, after, limit);
    }
    List<PossibleMatch> candidates =
        since != null
            ? candidates(filter, since, after)
            : filter.isHeld() ? held(filter, after) : retried(filter, after);
    return Page.of(stillSo(filter, candidates, limit), limit, FoundTask::cursor);
  }

  /** Returns whether the task waits for its next attempt after a failed one. */
  static boolean isRetried(FoundTask task) {
    return task instanceof FoundTask.Live live
        && live.status() == Status.WAITING
        && live.task().position().lastOutcome() == LastOutcome.FAILURE;
  }

  private List<FoundTask> stillSo(TaskFilter filter, List<PossibleMatch> candidates, int limit) {
    List<FoundTask> found = new ArrayList<>();
    int asked = 0;
    int size = Math.min(Math.max(limit, MIN_ASKED), TaskFilter.MAX_IDS);
    while (found.size() < limit && asked < candidates.size()) {
      int end = Math.min(asked + size, candidates.size());
      found.addAll(stillSo(filter, candidates.subList(asked, end)));
      asked = end;
      // Most tasks may not match the rest of the filter. Then a few reads with many ids cost less.
      size = TaskFilter.MAX_IDS;
    }
    return found.size() <= limit ? found : List.copyOf(found.subList(0, limit));
  }

  private List<FoundTask> stillSo(TaskFilter filter, List<PossibleMatch> some) {
    Map<UUID, PossibleMatch> byId = new LinkedHashMap<>();
    some.forEach(one -> byId.put(one.id(), one));
    Set<UUID> ids = byId.keySet().stream().collect(Collectors.toUnmodifiableSet());
    return store.find(plain(filter).ids(ids), null, ids.size()).stream()
        .filter(task -> byId.containsKey(task.id()) && byId.get(task.id()).isStill().test(task))
        .toList();
  }

  /** Returns the filter without the conditions that a store doesn't support. */
  private static TaskFilter plain(TaskFilter filter) {
    Set<Status> statuses = filter.liveStatuses();
    return filter
        .stuckOrNot()
        .retryingOrNot()
        .heldOrNot()
        .status(statuses.iterator().next(), statuses.toArray(new Status[0]));
  }

  /** Returns the tasks that may match, in the requested order. */
  private List<PossibleMatch> candidates(
      TaskFilter filter, StuckAfter since, @Nullable Cursor after) {
    if (after != null && after.at() != null) {
      return List.of();
    }
    Comparator<UUID> order = order(filter);
    List<PossibleMatch> candidates = new ArrayList<>();
    for (StuckGroup group : statistics.stuckGroups(since)) {
      if (matches(filter, group)) {
        for (StuckGroup.Member one : group.tasks()) {
          boolean asked = filter.ids().isEmpty() || filter.ids().contains(one.id());
          if (asked && (after == null || order.compare(one.id(), after.id()) > 0)) {
            candidates.add(
                new PossibleMatch(
                    one.id(),
                    task ->
                        task instanceof FoundTask.Live live
                            && group.holds(live.task(), one.since())));
          }
        }
      }
    }
    candidates.sort(Comparator.comparing(PossibleMatch::id, order));
    return candidates;
  }

  private List<PossibleMatch> retried(TaskFilter filter, @Nullable Cursor after) {
    List<UUID> ids = statistics.retried().stream().map(Retried::id).toList();
    return amongIds(filter, after, ids, TaskSearch::isRetried);
  }

  private List<PossibleMatch> held(TaskFilter filter, @Nullable Cursor after) {
    return amongIds(filter, after, statistics.held(), task -> task instanceof FoundTask.Live);
  }

  private static List<PossibleMatch> amongIds(
      TaskFilter filter, @Nullable Cursor after, List<UUID> ids, Predicate<FoundTask> isStill) {
    if (filter.liveStatuses().isEmpty() || (after != null && after.at() != null)) {
      return List.of();
    }
    Comparator<UUID> order = order(filter);
    return ids.stream()
        .filter(id -> filter.ids().isEmpty() || filter.ids().contains(id))
        .filter(id -> after == null || order.compare(id, after.id()) > 0)
        .sorted(order)
        .map(id -> new PossibleMatch(id, isStill))
        .toList();
  }

  private static Comparator<UUID> order(TaskFilter filter) {
    return filter.isOldestFirst() ? IdOrder.BY_BYTES : IdOrder.BY_BYTES.reversed();
  }

  private static boolean matches(TaskFilter filter, StuckGroup group) {
    String bucket = filter.bucket();
    return FilterMatch.type(filter, group.type())
        && (bucket == null || group.bucket().equals(bucket))
        && filter.liveStatuses().contains(group.status());
  }

  /**
   * A task that may match.
   *
   * @param isStill returns whether the task is still stuck, retried or held when it is read
   */
  private record PossibleMatch(UUID id, Predicate<FoundTask> isStill) {}
}
