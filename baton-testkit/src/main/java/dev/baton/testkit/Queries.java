package dev.baton.testkit;

import dev.baton.spi.Whereabouts;
import dev.baton.task.Candidate;
import dev.baton.task.FinishedTask;
import dev.baton.task.Flow;
import dev.baton.task.Hold;
import dev.baton.task.Incarnation;
import dev.baton.task.Position;
import dev.baton.task.Task;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads of the committed rows. */
final class Queries {
  private Queries() {}

  /** A task that an index names. */
  static Task task(Tables tables, UUID id) {
    LiveRow row = tables.live(id);
    if (row == null) {
      throw new IllegalStateException("An index names the task " + id + ", which isn't there");
    }
    return row.task();
  }

  static boolean isHeld(Position position, Hold hold) {
    return hold.owner().equals(position.owner()) && position.version() == hold.version();
  }

  static Set<UUID> confirm(Tables tables, List<Hold> held) {
    Set<UUID> confirmed = new LinkedHashSet<>();
    for (Hold hold : held) {
      LiveRow row = tables.live(hold.id());
      if (row != null && isHeld(row.task().position(), hold)) {
        confirmed.add(hold.id());
      }
    }
    return confirmed;
  }

  static List<Task> heldBy(Tables tables, Incarnation node, @Nullable UUID after, int limit) {
    NavigableSet<UUID> ids = tables.heldBy(node);
    NavigableSet<UUID> rest = after == null ? ids : ids.tailSet(after, false);
    return rest.stream().limit(limit).map(id -> task(tables, id)).toList();
  }

  static Whereabouts whereabouts(Tables tables, Set<UUID> ids) {
    Set<UUID> live = new LinkedHashSet<>();
    List<FinishedTask> finished = new ArrayList<>();
    for (UUID id : ids) {
      FinishedRow ended = tables.finished(id);
      if (tables.live(id) != null) {
        live.add(id);
      } else if (ended != null) {
        finished.add(ended.task());
      }
    }
    return new Whereabouts(live, finished);
  }

  static List<Flow> flows(Tables tables, String bucket, @Nullable Flow after, int limit) {
    NavigableMap<Flow, TreeSet<Tables.Ready>> flows = tables.ready(bucket);
    NavigableMap<Flow, ?> rest = after == null ? flows : flows.tailMap(after, false);
    return rest.keySet().stream().limit(limit).toList();
  }

  static List<Candidate> pull(Tables tables, String bucket, List<Flow> flows, int limit) {
    List<Candidate> pulled = new ArrayList<>();
    for (Flow flow : flows) {
      TreeSet<Tables.Ready> ready = tables.ready(bucket).getOrDefault(flow, new TreeSet<>());
      ready.stream()
          .limit(limit)
          .forEach(entry -> pulled.add(Candidate.of(task(tables, entry.id()))));
    }
    return pulled;
  }
}
