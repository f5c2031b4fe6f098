package dev.baton.operate.cluster;

import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.StoreUnavailableException;
import java.util.List;

/**
 * Shows the nodes that share a database, and pauses tasks on all of them. You can call it on any
 * node, including clients. Thread-safe.
 *
 * <p>A pause is a row in the database. It is in force on every node, also across restarts, until it
 * is resumed. During the pause, no node starts its tasks or reads them from the database, so
 * waiting tasks cost nothing. You can still add tasks. Running handlers continue, and so does a
 * task that moves to its next state on the same node. A task that is parked, repeats or is retried
 * then waits like the others.
 *
 * <p>A change is in force on the calling node when the call returns, but a claim that has begun may
 * still start its tasks. It is in force within a second on every other node that can reach the
 * database. A node that can't reach the database uses the pauses that it last read. A node that
 * starts reads the pauses first and claims nothing before that.
 *
 * <p>Every method except {@link #isPaused}, {@link #pausesInForce}, {@link #storeWarnings}, {@link
 * #warnings}, {@link #acceptStore} and {@link #by} queries the database and may throw {@link
 * StoreUnavailableException}. A change may then have been made or not; you can safely repeat the
 * call. These methods throw {@link ConfigurationException} if the node's store does not support
 * clusters.
 *
 * <p>A change and its audit entry are written in one transaction. {@link #by} sets the person who
 * makes the change.
 */
public interface Cluster {
  /**
   * Largest number of pauses in force at a time. There may be a few more if several nodes pause at
   * the same time.
   */
  int MAX_PAUSES = 1_000;

  /**
   * Returns the same API for changes by a person or system. The audit entry of each change names
   * {@code actor}; without this call it names the node.
   *
   * @param actor 1–200 characters
   */
  default Cluster by(String actor) {
    return by(actor, "");
  }

  /**
   * Returns the same API for changes by a person or system, like {@link #by(String)}. The audit
   * entries also contain {@code reason}, followed by the reason of a pause if it has one.
   *
   * @param reason at most 2,000 characters; blank for none
   */
  Cluster by(String actor, String reason);

  /**
   * Returns the nodes that were seen within the last day, sorted by name: live nodes, silent nodes,
   * and nodes that were stopped.
   */
  List<Member> nodes();

  /**
   * Pauses the tasks that match all conditions of the pause, until it is resumed. Pauses are
   * independent of each other: a task starts only if no pause matches it. A pause may name a type
   * or bucket that no node knows yet; Baton's dashboard and command line ask for confirmation
   * before they set such a pause.
   *
   * @param reason the reason, for display; at most 500 characters
   * @return false if the pause already existed; its reason is then unchanged
   * @throws IllegalArgumentException if a name in the pause is invalid
   * @throws IllegalStateException if {@link #MAX_PAUSES} pauses are already in force
   */
  boolean pause(Pause pause, String reason);

  /**
   * Ends exactly this pause. Its waiting tasks can start at once on this node, and within a second
   * on other nodes.
   *
   * @return false if the pause didn't exist
   */
  boolean resume(Pause pause);

  /**
   * Returns all pauses, including pauses of buckets, types and keys that this node doesn't know.
   */
  List<Paused> pauses();

  /**
   * Returns whether the pauses that this node knows match a task with these values. Doesn't query
   * the database.
   */
  boolean isPaused(String bucket, String type, String key);

  /** Returns how many pauses this node applies now. Doesn't query the database. */
  int pausesInForce();

  /**
   * Returns the warnings about this node's database. The node checks the database when the node
   * starts, after each failure to reach the database, and at least every ten seconds. Within five
   * seconds, it detects that the database accepts no writes, doesn't respond or is slow. This call
   * sends no query.
   */
  List<StoreWarning> storeWarnings();

  /**
   * Returns the same warnings as {@link #storeWarnings} with their start times. The {@linkplain
   * NodeInfo.Card#warnings cards} of {@link #nodes} have the stored warnings of all nodes.
   */
  List<NodeWarning> warnings();

  /**
   * Confirms that the current database server is the right one. This node then forgets the servers
   * that it has seen, so that {@link StoreWarning.Kind#OLDER_SERVER} ends within a second. The call
   * applies only to this node; a restart of the node has the same effect. If the store keeps an
   * audit, the audit records the call.
   */
  void acceptStore();

  /**
   * A node of the cluster and its presence.
   *
   * @param presence the node's presence, on the store's clock
   */
  record Member(NodeInfo node, Presence presence) {}

  /** Presence of a node in the cluster. */
  enum Presence {
    /** The node was seen within the last 20 seconds. */
    LIVE,
    /**
     * The node was not seen for more than 20 seconds: it died, is suspended or can't reach the
     * database.
     */
    SILENT,
    /** The node was stopped normally. */
    LEFT
  }
}
