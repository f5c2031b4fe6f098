package dev.baton.engine.cluster;

import dev.baton.cluster.NodeInfo;
import dev.baton.engine.base.NodeContext;
import dev.baton.spi.ClusterStore;
import dev.baton.spi.OperationsStore;
import dev.baton.task.internal.Task;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the nodes that may be able to run a task that this node can't run. Thread-safe. */
public final class OtherNodes {
  private static final Logger LOG = LoggerFactory.getLogger(OtherNodes.class);

  private final NodeContext node;

  /**
   * What the store said.
   *
   * @param mayKnow other nodes that were heard of within the grace, run such tasks and haven't
   *     given this one back; their names
   * @param isNoted whether the history says that this node has given it back
   */
  public record Answer(List<String> mayKnow, boolean isNoted) {
    /** There is no list of nodes, or no history: nothing speaks for others. */
    static final Answer NONE = new Answer(List.of(), true);
  }

  public OtherNodes(NodeContext node) {
    this.node = node;
  }

  /** Null when the store can't be asked now. */
  public @Nullable Answer whoMayKnow(Task task) {
    ClusterStore cluster = node.stores().cluster();
    OperationsStore operations = node.stores().operations();
    if (cluster == null || operations == null) {
      return Answer.NONE;
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
      return new Answer(mayKnow, given.since(self) != null);
    } catch (RuntimeException away) {
      LOG.debug("Baton can't read now which nodes may be able to run task {}", task.id(), away);
      return null;
    }
  }
}
