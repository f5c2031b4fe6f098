package dev.baton.engine.cluster;

import dev.baton.cluster.NodeRole;
import dev.baton.operate.PastAttempt;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.task.LastOutcome;
import dev.baton.task.internal.Task;
import dev.baton.task.internal.TaskSpec;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Finds in a task's history which nodes gave the task back because they can't run it, and which
 * other nodes may be able to. Entries from before the last change of the task's state or data don't
 * count. Pure.
 */
public final class GiveBackHistory {
  /** Number of history entries to read: one for each node, and some failures between them. */
  public static final int HISTORY = 200;

  /** Time of each node's first entry, by the high half of its owners. */
  private final TreeMap<Long, Instant> since = new TreeMap<>();

  /**
   * @param history history of this task, in any order
   */
  public GiveBackHistory(Task task, List<PastAttempt> history) {
    for (PastAttempt past : history) {
      UUID owner = past.owner();
      boolean isOfThis = !past.endedAt().isBefore(task.lastChange());
      if (owner != null && isOfThis && past.outcome() == LastOutcome.LEFT_TO_OTHERS) {
        since.merge(owner.getMostSignificantBits(), past.endedAt(), GiveBackHistory::earlier);
      }
    }
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  /** Returns when this start of the node first gave the task back; null if it hasn't. */
  public @Nullable Instant since(UUID node) {
    return since.get(node.getMostSignificantBits());
  }

  /** Returns when the first node gave the task back; null if none has. */
  public @Nullable Instant since() {
    return since.values().stream().min(Instant::compareTo).orElse(null);
  }

  /** Returns the servers that list the type and the bucket and haven't given this task back. */
  public List<NodeInfo> mayKnow(TaskSpec spec, List<NodeInfo> nodes) {
    return nodes.stream()
        .filter(one -> one.card().role() == NodeRole.SERVER)
        .filter(one -> one.card().runs(spec.type()))
        .filter(one -> one.card().buckets().contains(spec.bucket()))
        .filter(one -> since(one.card().id()) == null)
        .toList();
  }
}
