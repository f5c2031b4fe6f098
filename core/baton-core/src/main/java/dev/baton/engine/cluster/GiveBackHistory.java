package dev.baton.engine.cluster;

import dev.baton.cluster.NodeInfo;
import dev.baton.cluster.NodeRole;
import dev.baton.operate.PastAttempt;
import dev.baton.task.LastOutcome;
import dev.baton.task.internal.Task;
import dev.baton.task.internal.TaskSpec;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads from a task's history which nodes gave it back because they can't run it, and which others
 * may be able to. Pure. An entry from before the last change of the task's state or data doesn't
 * count.
 */
public final class GiveBackHistory {
  /** How much of a task's history is to be read: an entry a node, and some failures between. */
  public static final int HISTORY = 200;

  /** When each of them said so first, by the high half of their owners. */
  private final TreeMap<Long, Instant> since = new TreeMap<>();

  /**
   * @param history of this task, in any order
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

  /** When this node, or any under its name since it was started, said so; null if it hasn't. */
  public @Nullable Instant since(UUID node) {
    return since.get(node.getMostSignificantBits());
  }

  /** When the first of them said so; null when none has. */
  public @Nullable Instant since() {
    return since.values().stream().min(Instant::compareTo).orElse(null);
  }

  /** Those that run such tasks, by what they say of themselves, and haven't given this one back. */
  public List<NodeInfo> mayKnow(TaskSpec spec, List<NodeInfo> nodes) {
    return nodes.stream()
        .filter(one -> one.card().role() == NodeRole.SERVER)
        .filter(one -> one.card().runs(spec.type()))
        .filter(one -> one.card().buckets().contains(spec.bucket()))
        .filter(one -> since(one.card().id()) == null)
        .toList();
  }
}
