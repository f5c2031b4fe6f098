package dev.baton.spi;

import dev.baton.cluster.NodeInfo;
import dev.baton.cluster.Pause;
import dev.baton.cluster.Paused;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * What the nodes of a cluster know of each other, and what operators have paused. All times are the
 * store's own clock. Thread-safe.
 *
 * <p>Every verb may throw {@link dev.baton.api.error.StoreUnavailableException}; each may be
 * repeated.
 */
public interface ClusterStore {

  /** Notes that this node is there now; its start is the first time it was noted. */
  void beat(NodeInfo.Card node);

  /** The node has ended in order; it stays listed until it is forgotten. */
  void leave(UUID node);

  /** The nodes heard of within that time, those that have left included, by name and id. */
  List<NodeInfo> nodes(Duration within);

  /**
   * Removes nodes that have been silent for that long.
   *
   * @return how many
   */
  int forget(Duration silentFor);

  /**
   * Pauses what the pause names, until it is resumed.
   *
   * @return false when it was paused already; its reason is then left as it was
   */
  boolean pause(Pause pause, String reason);

  /** Ends a pause; false when there was none. */
  boolean resume(Pause pause);

  /** All pauses, in their natural order. */
  List<Paused> pauses();

  /** What nodes go by: all pauses and overrides, in one read. */
  Switches switches();
}
