package dev.baton.engine.dispatch.fetch.peer;

import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which ready tasks of a bucket this node reads, and which it leaves to other nodes: all, and none,
 * where an implementation doesn't say otherwise. Owned by the bucket's dispatcher, not thread-safe.
 */
public interface WorkSharing {
  /** Reads everything: for a node that is alone, or where it doesn't matter who is quicker. */
  WorkSharing NONE = new WorkSharing() {};

  /** What this node reads of a flow that a scan saw. */
  enum Part {
    /** All of it: no other node does. */
    ALL,
    /** What the scan saw, and this node's share of what is behind. */
    SEEN,
    /** This node's share. */
    SHARE,
    NOTHING
  }

  /** Tells which part of a flow this node reads. */
  @FunctionalInterface
  interface Parts {
    /**
     * @param head the first ready task of the flow
     * @param hasMore whether there may be more tasks than the scan saw
     */
    Part of(Candidate head, boolean hasMore);
  }

  /**
   * A claim is answered.
   *
   * @param asked how many tasks were asked for
   * @param missed how many of them were no longer there
   * @return whether this node has just begun to share: what it has read others have read too
   */
  default boolean claimed(int asked, int missed) {
    return false;
  }

  /** Which share of each flow the next fetch reads. */
  default Function<Flow, Share> nextFetch() {
    return flow -> Share.WHOLE;
  }

  /**
   * The last fetch read no more than shares, and found little.
   *
   * @return whether the next fetch is to read the other nodes' shares of these flows as well
   */
  default boolean helpsOthers() {
    return false;
  }

  /**
   * Which parts of the flows that a scan saw are this node's.
   *
   * @param flows how many the scan has seen, each once for each priority
   * @param helps whether this node takes in what is for others too
   * @param next what this node would claim next, or has claimed last
   */
  default Parts nextScan(int flows, boolean helps, @Nullable Candidate next) {
    return (head, hasMore) -> Part.ALL;
  }
}
