package dev.baton.engine.dispatch;

import dev.baton.spi.TaskStore.Share;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import org.jspecify.annotations.Nullable;

/**
 * How ready tasks are divided among nodes that would claim the same: many flows, and short ones, by
 * flow; few long ones by task.
 *
 * @param flows that the last look saw, each once for each priority
 * @param helps whether this node takes what is for others too
 * @param next what this node would claim next, or has claimed last
 */
record Division(int flows, boolean helps, @Nullable Candidate next) {
  private static final int MANY = 64;

  /** What a node reads of a flow. */
  enum Part {
    /** All, as nobody else may. */
    ALL,
    /** What was seen, and its share of what is behind. */
    HELP,
    /** Its share. */
    SHARE,
    NOTHING
  }

  /** What the node with this share reads of the flow that was seen. */
  Part of(Sighting seen, Share share) {
    Candidate head = seen.head();
    boolean isUrgent = next != null && head.priority() < next.priority();
    // Who owns a long flow reads it sooner than others leave it, who may have seen more flows.
    boolean isDivided = !seen.hasMore() || flows >= MANY / 2;
    if (isUrgent || (isDivided && has(share, head.flow()))) {
      return Part.ALL;
    }
    if (helps) {
      return Part.HELP;
    }
    return seen.hasMore() && flows < MANY ? Part.SHARE : Part.NOTHING;
  }

  /** Whether the flow is in this share: each flow is in one of them. */
  private static boolean has(Share share, Flow flow) {
    int hash = 31 * flow.type().hashCode() + flow.key().hashCode();
    return Math.floorMod(hash ^ hash >>> 16, share.parts()) == share.part();
  }
}
