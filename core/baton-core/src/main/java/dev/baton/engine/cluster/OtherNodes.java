package dev.baton.engine.cluster;

import dev.baton.engine.base.NodeContext;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.spi.ClusterStore;
import dev.baton.spi.OperationsStore;
import dev.baton.task.row.Task;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds other nodes that may be able to run a task that this node can't run. The engine uses it
 * before it gives the task back or stops it. Thread-safe.
 */
public final class OtherNodes {
  private static final Logger LOG = LoggerFactory.getLogger(OtherNodes.class);

  private final NodeContext node;

  /**
   * Other nodes that may run the task.
   *
   * @param mayKnow names of the other nodes that had a heartbeat within the grace, run such tasks,
   *     and haven't given this task back
   * @param isNoted true if the task's history says that this node gave it back
   */
  public record OtherNodesAnswer(List<String> mayKnow, boolean isNoted) {
    /** The result if the store lists no nodes or keeps no history: no other node is known. */
    static final OtherNodesAnswer NONE = new OtherNodesAnswer(List.of(), true);
  }

  public OtherNodes(NodeContext node) {
    this.node = node;
  }

  /**
   * Returns the other nodes that may be able to run the task; null if the store can't be read now.
   */
  public @Nullable OtherNodesAnswer whoMayKnow(Task task) {
    ClusterStore cluster = node.stores().cluster();
    OperationsStore operations = node.stores().operations();
    if (cluster == null || operations == null) {
      return OtherNodesAnswer.NONE;
    }
    try {
      UUID self = node.owners().node();
      GiveBackHistory given =
          new GiveBackHistory(task, operations.attempts(task.id(), GiveBackHistory.HISTORY));
      List<String> mayKnow =
          given.mayKnow(task.spec(), cluster.nodes(node.settings().unknownTypeGrace())).stream()
              .map(NodeInfo::card)
              .filter(card -> !card.id().equals(self))
              .map(NodeInfo.Card::name)
              .toList();
      return new OtherNodesAnswer(mayKnow, given.since(self) != null);
    } catch (RuntimeException away) {
      LOG.debug("Baton can't read now which nodes may be able to run task {}", task.id(), away);
      return null;
    }
  }
}
