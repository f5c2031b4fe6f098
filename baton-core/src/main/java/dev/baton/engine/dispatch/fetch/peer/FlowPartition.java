package dev.baton.engine.dispatch.fetch.peer;

import dev.baton.engine.dispatch.fetch.peer.WorkSharing.Part;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import org.jspecify.annotations.Nullable;

/**
 * When several nodes drain the same backlog, assigns each flow that a scan saw to one of them:
 * short flows always, long ones where there are many. Of few long flows each node reads its share.
 *
 * @param flows how many the scan has seen, each once for each priority
 * @param helps whether this node takes in what is for others too
 * @param next what this node would claim next, or has claimed last
 */
record FlowPartition(int flows, boolean helps, @Nullable Candidate next) {
  private static final int MIN_FLOWS_TO_PARTITION = 64;

  /** What the node with this share reads of a flow. */
  Part of(Candidate head, boolean hasMore, Share share) {
    boolean isUrgent = next != null && head.priority() < next.priority();
    // Nodes may count differently near the limit. The owner of a long flow reads it sooner than
    // others leave it: so some tasks are read twice, and none by no node.
    boolean isDivided = !hasMore || flows >= MIN_FLOWS_TO_PARTITION / 2;
    if (isUrgent || (isDivided && has(share, head.flow()))) {
      return Part.ALL;
    }
    if (helps) {
      return Part.SEEN;
    }
    return hasMore && flows < MIN_FLOWS_TO_PARTITION ? Part.SHARE : Part.NOTHING;
  }

  /** Whether the flow is in this share: each flow is in one of them. */
  private static boolean has(Share share, Flow flow) {
    int hash = 31 * flow.type().hashCode() + flow.key().hashCode();
    return Math.floorMod(hash ^ hash >>> 16, share.parts()) == share.part();
  }
}
