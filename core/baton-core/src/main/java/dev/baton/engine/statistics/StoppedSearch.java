package dev.baton.engine.statistics;

import dev.baton.engine.base.NodeContext;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.statistics.LiveCounts;
import dev.baton.operate.statistics.Stopped;
import dev.baton.operate.statistics.Stopped.Kind;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.StatisticsStore.Counted;
import dev.baton.task.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Searches for tasks that wait for an operator, and counts the tasks that wait for them. Immutable.
 */
final class StoppedSearch {
  /** Maximum number of types in ERROR that are searched individually. */
  private static final int MAX_TYPES = 5;

  /** Number of tasks to read of each of these types. */
  private static final int MAX_OF_TYPE = 50;

  private final NodeContext node;

  StoppedSearch(NodeContext node) {
    this.node = node;
  }

  Stopped search(Counted counted) {
    OperationsStore store = node.stores().operations();
    List<Stopped.Group> groups = new ArrayList<>();
    if (store != null) {
      groups.addAll(inError(store, counted));
      groups.addAll(held(store, counted));
    }
    return new Stopped(counted.at(), groups);
  }

  private List<Stopped.Group> inError(OperationsStore store, Counted counted) {
    if (!has(counted, Status.ERROR)) {
      return List.of();
    }
    TaskFilter all = TaskFilter.all().status(Status.ERROR).oldestFirst();
    List<TaskInfo> found = new ArrayList<>(find(store, all, Stopped.MAX_READ));
    Set<TypeInBucket> seen = new TreeSet<>();
    found.forEach(task -> seen.add(placeOf(task)));
    counted.groups().stream()
        .filter(group -> group.status() == Status.ERROR)
        .filter(group -> !group.bucket().equals(LiveCounts.OTHERS))
        .filter(group -> !seen.contains(new TypeInBucket(group.bucket(), group.type())))
        .limit(MAX_TYPES)
        .forEach(
            group ->
                found.addAll(
                    find(store, all.bucket(group.bucket()).type(group.type()), MAX_OF_TYPE)));
    return grouped(Kind.ERROR, found, behind(store, found));
  }

  private List<Stopped.Group> held(OperationsStore store, Counted counted) {
    if (!has(counted, Status.BLOCKED)) {
      return List.of();
    }
    TaskFilter blocked = TaskFilter.all().status(Status.BLOCKED).oldestFirst();
    List<TaskInfo> found = new ArrayList<>(find(store, blocked, Stopped.MAX_READ));
    Set<UUID> waiting = store.waiting(node.waits(), found.stream().map(TaskInfo::id).toList());
    found.removeIf(task -> waiting.contains(task.id()));
    Map<UUID, Set<UUID>> behind = behind(store, found);
    found.removeIf(task -> !behind.containsKey(task.id()));
    return grouped(Kind.HELD, found, behind);
  }

  private static boolean has(Counted counted, Status status) {
    return counted.groups().stream().anyMatch(group -> group.status() == status);
  }

  private static List<TaskInfo> find(OperationsStore store, TaskFilter filter, int limit) {
    return store.find(filter, null, limit).stream().map(found -> found.info(null)).toList();
  }

  private Map<UUID, Set<UUID>> behind(OperationsStore store, List<TaskInfo> tasks) {
    List<UUID> ids = tasks.stream().map(TaskInfo::id).toList();
    return ids.isEmpty() ? Map.of() : store.behind(node.waits(), ids);
  }

  private static List<Stopped.Group> grouped(
      Kind kind, List<TaskInfo> tasks, Map<UUID, Set<UUID>> behind) {
    TreeMap<TypeInBucket, List<TaskInfo>> byPlace = new TreeMap<>();
    for (TaskInfo task : tasks) {
      byPlace.computeIfAbsent(placeOf(task), place -> new ArrayList<>()).add(task);
    }
    List<Stopped.Group> groups = new ArrayList<>();
    byPlace.forEach((place, some) -> groups.add(group(kind, place, some, behind)));
    return groups;
  }

  private static Stopped.Group group(
      Kind kind, TypeInBucket place, List<TaskInfo> tasks, Map<UUID, Set<UUID>> behind) {
    Instant since =
        tasks.stream().map(TaskInfo::changedAt).min(Comparator.naturalOrder()).orElseThrow();
    // One task may wait for several of these tasks, so collect the ids.
    Set<UUID> waiters = new HashSet<>();
    tasks.forEach(task -> waiters.addAll(behind.getOrDefault(task.id(), Set.of())));
    Set<String> keys = new TreeSet<>();
    tasks.stream().filter(task -> behind.containsKey(task.id())).forEach(t -> keys.add(t.key()));
    @Nullable String key = keys.size() == 1 ? keys.iterator().next() : null;
    return new Stopped.Group(
        kind,
        place.bucket(),
        place.type(),
        tasks.stream().map(TaskInfo::id).toList(),
        since,
        waiters.size(),
        key == null || key.isEmpty() ? null : key);
  }

  private static TypeInBucket placeOf(TaskInfo task) {
    return new TypeInBucket(task.bucket(), task.type());
  }
}
