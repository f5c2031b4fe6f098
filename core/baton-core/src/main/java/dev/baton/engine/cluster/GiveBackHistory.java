package dev.baton.engine.cluster;

import dev.baton.cluster.NodeRole;
import dev.baton.operate.PastAttempt;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.task.LastOutcome;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Finds out from a task's history which nodes gave the task back because they can't run it. It also
 * finds out which other nodes may be able to run it. Entries before the last change of the task's
 * state or data don't count. This class only computes, and does no I/O.
 */
public final class GiveBackHistory {
  /**
   * Maximum number of history entries to read. The bound leaves room for one entry per node and for
   * failures in between.
   */
  public static final int HISTORY = 200;

  /** The time of each node's first entry. The key is the high half of the node's owners. */
  private final TreeMap<Long, Instant> since = new TreeMap<>();

  /**
   * @param history entries of this task's history, in any order
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

  /**
   * Returns when this node first gave the task back; null for never. A node that restarts counts as
   * another node.
   */
  public @Nullable Instant since(UUID node) {
    return since.get(node.getMostSignificantBits());
  }

  /** Returns when a node gave the task back for the first time; null if none has. */
  public @Nullable Instant since() {
    return since.values().stream().min(Instant::compareTo).orElse(null);
  }

  /** Returns the servers that run the type and the bucket and haven't given this task back. */
  public List<NodeInfo> mayKnow(TaskSpec spec, List<NodeInfo> nodes) {
    return nodes.stream()
        .filter(one -> one.card().role() == NodeRole.SERVER)
        .filter(one -> one.card().runs(spec.type()))
        .filter(one -> one.card().buckets().contains(spec.bucket()))
        .filter(one -> since(one.card().id()) == null)
        .toList();
  }
}
