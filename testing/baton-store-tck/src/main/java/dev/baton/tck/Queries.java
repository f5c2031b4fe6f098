package dev.baton.tck;

import dev.baton.spi.core.LiveAndFinished;
import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.task.Flow;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.NodeStart;
import dev.baton.tck.table.FinishedRow;
import dev.baton.tck.table.LiveRow;
import dev.baton.tck.table.Tables;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the committed rows. */
final class Queries {
  private Queries() {}

  /** Returns a task that an index contains. */
  static Task task(Tables tables, UUID id) {
    LiveRow row = tables.live(id);
    if (row == null) {
      throw new IllegalStateException("An index contains the task " + id + ", which doesn't exist");
    }
    return row.task();
  }

  static boolean isHeld(Position position, ClaimFence fence) {
    return fence.owner().equals(position.owner()) && position.version() == fence.version();
  }

  static Set<UUID> confirm(Tables tables, List<ClaimFence> held) {
    Set<UUID> confirmed = new LinkedHashSet<>();
    for (ClaimFence fence : held) {
      LiveRow row = tables.live(fence.id());
      if (row != null && isHeld(row.task().position(), fence)) {
        confirmed.add(fence.id());
      }
    }
    return confirmed;
  }

  static List<Task> heldBy(Tables tables, NodeStart node, @Nullable UUID after, int limit) {
    NavigableSet<UUID> ids = tables.heldBy(node);
    NavigableSet<UUID> rest = after == null ? ids : ids.tailSet(after, false);
    return rest.stream().limit(limit).map(id -> task(tables, id).outline()).toList();
  }

  static LiveAndFinished liveAndFinished(Tables tables, Set<UUID> ids) {
    Set<UUID> live = new LinkedHashSet<>();
    Set<UUID> inError = new LinkedHashSet<>();
    List<FinishedTask> finished = new ArrayList<>();
    for (UUID id : ids) {
      FinishedRow ended = tables.finished(id);
      LiveRow row = tables.live(id);
      if (row != null) {
        live.add(id);
        if (row.task().position().status() == Status.ERROR) {
          inError.add(id);
        }
      } else if (ended != null) {
        finished.add(ended.task());
      }
    }
    return new LiveAndFinished(live, inError, finished);
  }

  static List<Candidate> firstOfEachFlow(
      Tables tables, String bucket, @Nullable Candidate after, int limit) {
    NavigableMap<Flow, TreeSet<Tables.Ready>> flows = tables.ready(bucket);
    NavigableMap<Flow, TreeSet<Tables.Ready>> rest =
        after == null ? flows : flows.tailMap(after.flow(), true);
    List<Candidate> heads = new ArrayList<>();
    for (Map.Entry<Flow, TreeSet<Tables.Ready>> flow : rest.entrySet()) {
      int last = after != null && flow.getKey().equals(after.flow()) ? after.priority() : -1;
      for (Tables.Ready ready : flow.getValue()) {
        if (heads.size() >= limit) {
          return heads;
        }
        if (ready.priority() > last) {
          last = ready.priority();
          heads.add(task(tables, ready.id()).candidate());
        }
      }
    }
    return heads;
  }

  static List<Candidate> scan(Tables tables, String bucket, @Nullable Candidate after, int limit) {
    NavigableMap<Flow, TreeSet<Tables.Ready>> flows = tables.ready(bucket);
    NavigableMap<Flow, TreeSet<Tables.Ready>> rest =
        after == null ? flows : flows.tailMap(after.flow(), true);
    return rest.values().stream()
        .flatMap(TreeSet::stream)
        .map(ready -> task(tables, ready.id()).candidate())
        .filter(task -> after == null || isBehind(task, after))
        .limit(limit)
        .toList();
  }

  private static boolean isBehind(Candidate task, Candidate after) {
    return !task.flow().equals(after.flow()) || task.priority() > after.priority();
  }

  static List<Candidate> fetch(
      Tables tables, String bucket, List<FetchRequest> requests, int limit) {
    List<Candidate> fetched = new ArrayList<>();
    for (FetchRequest request : requests) {
      TreeSet<Tables.Ready> ready =
          tables.ready(bucket).getOrDefault(request.flow(), new TreeSet<>());
      ready.stream()
          .filter(entry -> isIn(request.share(), entry.id()))
          .map(entry -> task(tables, entry.id()).candidate())
          .filter(request::wants)
          .limit(limit)
          .forEach(fetched::add);
    }
    return fetched;
  }

  private static boolean isIn(Share share, UUID id) {
    return Math.floorMod(id.hashCode(), share.parts()) == share.part();
  }
}
