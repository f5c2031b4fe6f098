package dev.baton.engine.schedule;

import dev.baton.engine.base.NodeContext;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.schedule.ScheduleState;
import dev.baton.schedule.ScheduleTroubles;
import dev.baton.schedule.ScheduleTroubles.Item;
import dev.baton.schedule.ScheduleTroubles.Kind;
import dev.baton.spi.FoundTask;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.ScheduleStore;
import dev.baton.task.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Searches for schedules that need attention. Immutable. */
final class ScheduleSearch {
  /**
   * A tick that is late by less than this isn't reported, because another node may be taking over.
   */
  private static final Duration OVERDUE_AFTER = Duration.ofMinutes(1);

  private static final Duration LATELY = Duration.ofHours(1);

  private final NodeContext node;

  ScheduleSearch(NodeContext node) {
    this.node = node;
  }

  ScheduleTroubles search(ScheduleStore store) {
    Instant now = store.now();
    List<ScheduleState> all = store.list(null, ScheduleTroubles.MAX_READ + 1);
    List<ScheduleState> read = all.subList(0, Math.min(all.size(), ScheduleTroubles.MAX_READ));
    Map<UUID, TaskInfo> runs = latestRuns(read);
    List<Item> items = new ArrayList<>();
    for (ScheduleState state : read) {
      Item item = trouble(state, runs, now);
      if (item != null) {
        items.add(item);
      }
    }
    return new ScheduleTroubles(now, all.size() == read.size(), items);
  }

  /** Reads the latest runs. For schedules whose latest run failed, reads all remembered runs. */
  private Map<UUID, TaskInfo> latestRuns(List<ScheduleState> schedules) {
    Map<UUID, TaskInfo> found = new HashMap<>();
    Set<UUID> latest = new LinkedHashSet<>();
    for (ScheduleState state : schedules) {
      runsOf(state).stream().limit(2).forEach(latest::add);
    }
    read(latest, found);
    Set<UUID> earlier = new LinkedHashSet<>();
    for (ScheduleState state : schedules) {
      if (failed(runsOf(state), found).size() > 0) {
        earlier.addAll(runsOf(state));
      }
    }
    earlier.removeAll(latest);
    read(earlier, found);
    return found;
  }

  private void read(Set<UUID> ids, Map<UUID, TaskInfo> into) {
    OperationsStore store = node.stores().operations();
    List<UUID> all = List.copyOf(ids);
    for (int from = 0; store != null && from < all.size(); from += TaskFilter.MAX_IDS) {
      List<UUID> some = all.subList(from, Math.min(all.size(), from + TaskFilter.MAX_IDS));
      TaskFilter filter = TaskFilter.all().ids(new TreeSet<>(some));
      for (FoundTask task : store.find(filter, null, some.size())) {
        into.put(task.id(), task.info(null));
      }
    }
  }

  private static @Nullable Item trouble(
      ScheduleState state, Map<UUID, TaskInfo> runs, Instant now) {
    Instant due = state.dueAt();
    if (state.paused()) {
      return state.isOver() ? null : new Item(state, Kind.PAUSED, null, 0, 0, 0);
    }
    if (state.schedule().timing().fault() != null) {
      // Until then, a tick that was computed before the fault may still come.
      Instant since = due == null || due.isAfter(now) ? null : due;
      return new Item(state, Kind.CANNOT_RUN, since, 0, 0, 0);
    }
    List<TaskInfo> failed = failed(runsOf(state), runs);
    if (!failed.isEmpty()) {
      int inError = (int) failed.stream().filter(run -> run.status() == Status.ERROR).count();
      Instant since = failed.get(failed.size() - 1).changedAt();
      Instant lately = now.minus(LATELY);
      int failedLately =
          (int)
              failed.stream()
                  .filter(run -> run.isFinished() && run.changedAt().isAfter(lately))
                  .count();
      return new Item(state, Kind.FAILS, since, failed.size(), inError, failedLately);
    }
    // A late tick may be waiting for the previous run to end.
    boolean isLate = due != null && due.plus(OVERDUE_AFTER).isBefore(now);
    return isLate && !isRunning(state, runs) ? new Item(state, Kind.OVERDUE, due, 0, 0, 0) : null;
  }

  private static boolean isRunning(ScheduleState state, Map<UUID, TaskInfo> runs) {
    TaskInfo latest = runs.get(state.past().lastTask());
    return latest != null && !latest.isFinished();
  }

  /** Returns the failed runs after the last successful one, latest first. */
  private static List<TaskInfo> failed(List<UUID> latestFirst, Map<UUID, TaskInfo> runs) {
    List<TaskInfo> failed = new ArrayList<>();
    for (UUID id : latestFirst) {
      TaskInfo run = runs.get(id);
      if (run != null && run.status() == Status.DONE) {
        break;
      }
      if (run != null && (run.status() == Status.ERROR || run.status() == Status.FAILED)) {
        failed.add(run);
      }
    }
    return failed;
  }

  private static List<UUID> runsOf(ScheduleState state) {
    List<UUID> runs = new ArrayList<>();
    UUID latest = state.past().lastTask();
    if (latest != null) {
      runs.add(latest);
      runs.addAll(state.past().earlierTasks());
    }
    return runs;
  }
}
