package dev.baton.spi;

import dev.baton.operate.cluster.NodeInfo;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * Stores the nodes of a cluster, and the pauses that operators have set. A change by an operator
 * and its audit entry, which {@link OperationsStore#audit} returns, are one atomic step. All times
 * are on the store's clock. Thread-safe.
 *
 * <p>Every method may throw {@link dev.baton.api.error.StoreUnavailableException}; you can safely
 * repeat each call.
 */
public interface ClusterStore {

  /** Records that this node is live now. The first such record is the node's start. */
  void beat(NodeInfo.Card node);

  /**
   * Records that the node was stopped normally. It stays in the list until {@link #forget} removes
   * it.
   */
  void leave(UUID node);

  /**
   * Returns the nodes that were seen within a period before now, including nodes that have left,
   * sorted by name and id.
   */
  List<NodeInfo> nodes(Duration within);

  /**
   * Removes the nodes that were not seen for at least the given period.
   *
   * @return how many nodes were removed
   */
  int forget(Duration silentFor);

  /**
   * Pauses the tasks that the pause matches, until it is resumed, and writes the audit entry.
   *
   * @return false if the pause already existed; nothing is then written
   */
  boolean pause(Pause pause, String reason, AuditNote note);

  /** Ends a pause and writes the audit entry. Returns false if the pause didn't exist. */
  boolean resume(Pause pause, AuditNote note);

  /** Returns all pauses in their natural order. */
  List<Paused> pauses();

  /** Reads, in one query, all pauses and overrides that nodes must apply. */
  Switches switches();

  /**
   * Returns the pauses and overrides, and whether there is work for any node, with one query. While
   * there is none, each node calls this method instead of reading each kind of work.
   *
   * @param ahead a schedule that ticks within this period counts as work
   */
  default Survey survey(Duration ahead) {
    return new Survey(switches(), false, true);
  }
}
