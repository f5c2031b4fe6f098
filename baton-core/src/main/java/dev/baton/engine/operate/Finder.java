package dev.baton.engine.operate;

import dev.baton.api.operate.Cursor;
import dev.baton.api.operate.FoundTask;
import dev.baton.api.operate.StuckAfter;
import dev.baton.api.operate.TaskFilter;
import dev.baton.engine.statistics.StuckGroup;
import dev.baton.engine.statistics.StuckTasks;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.core.IdOrder;
import dev.baton.task.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds tasks by what they have in common. Stuck ones are asked for by their ids, which {@link
 * StuckTasks} knows from indexes: no condition that a planner could take for a reason to walk
 * through all live tasks. Immutable.
 */
final class Finder {
  /** Fewer aren't worth a question of their own. */
  private static final int MIN_ASKED = 100;

  private final OperationsStore store;
  private final StuckTasks stuck;

  Finder(OperationsStore store, StuckTasks stuck) {
    this.store = store;
    this.stuck = stuck;
  }

  /** As {@link OperationsStore#find}, also those that are stuck. */
  List<FoundTask> find(TaskFilter filter, @Nullable Cursor after, int limit) {
    StuckAfter since = filter.stuck();
    return since == null
        ? store.find(filter, after, limit)
        : stuck(filter, candidates(filter, since, after), limit);
  }

  private List<FoundTask> stuck(TaskFilter filter, List<Candidate> candidates, int limit) {
    List<FoundTask> found = new ArrayList<>();
    int asked = 0;
    int size = Math.min(Math.max(limit, MIN_ASKED), TaskFilter.MAX_IDS);
    while (found.size() < limit && asked < candidates.size()) {
      int end = Math.min(asked + size, candidates.size());
      found.addAll(stillStuck(filter, candidates.subList(asked, end)));
      asked = end;
      // Where most don't match what else is asked for, few questions with many ids.
      size = TaskFilter.MAX_IDS;
    }
    return found.size() <= limit ? found : List.copyOf(found.subList(0, limit));
  }

  private List<FoundTask> stillStuck(TaskFilter filter, List<Candidate> some) {
    Map<UUID, Candidate> byId = new LinkedHashMap<>();
    some.forEach(one -> byId.put(one.id(), one));
    Set<UUID> ids = byId.keySet().stream().collect(Collectors.toUnmodifiableSet());
    return store.find(plain(filter).ids(ids), null, ids.size()).stream()
        .filter(
            task ->
                task instanceof FoundTask.Live live
                    && byId.containsKey(task.id())
                    && byId.get(task.id()).isStill(live))
        .toList();
  }

  /** As a store understands it. */
  private static TaskFilter plain(TaskFilter filter) {
    Set<Status> statuses = filter.liveStatuses();
    return filter.stuckOrNot().status(statuses.iterator().next(), statuses.toArray(new Status[0]));
  }

  /** What may be found, in the order that is asked for. */
  private List<Candidate> candidates(TaskFilter filter, StuckAfter since, @Nullable Cursor after) {
    if (after != null && after.at() != null) {
      return List.of();
    }
    Comparator<UUID> order =
        filter.isOldestFirst() ? IdOrder.BY_BYTES : IdOrder.BY_BYTES.reversed();
    List<Candidate> candidates = new ArrayList<>();
    for (StuckGroup group : stuck.groups(since)) {
      if (matches(filter, group)) {
        for (StuckGroup.Member one : group.tasks()) {
          boolean asked = filter.ids().isEmpty() || filter.ids().contains(one.id());
          if (asked && (after == null || order.compare(one.id(), after.id()) > 0)) {
            candidates.add(new Candidate(group, one));
          }
        }
      }
    }
    candidates.sort(Comparator.comparing(Candidate::id, order));
    return candidates;
  }

  private static boolean matches(TaskFilter filter, StuckGroup group) {
    String type = filter.type();
    String bucket = filter.bucket();
    boolean typeMatches =
        type == null
            || (filter.typeIsPrefix() ? group.type().startsWith(type) : group.type().equals(type));
    return typeMatches
        && (bucket == null || group.bucket().equals(bucket))
        && filter.liveStatuses().contains(group.status());
  }

  private record Candidate(StuckGroup group, StuckGroup.Member task) {
    UUID id() {
      return task.id();
    }

    /** It may have been moved since it was found stuck. */
    boolean isStill(FoundTask.Live live) {
      return group.holds(live.task().position(), task.since());
    }
  }
}
