package dev.baton.tck.simulation;

import dev.baton.cluster.Pause;
import dev.baton.cluster.Paused;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.NewTask;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * Sees what nodes do to the database, from behind all faults: what is told here really happened.
 * Called on the thread that did it, in the same step; must not wait.
 */
public interface StoreWatch {

  /** These tasks may have changed by what this node has just done. */
  void changed(SimulatedNode by, Verb verb, Collection<UUID> ids);

  /** A node is about to renew these. */
  void renewing(SimulatedNode by, List<ClaimFence> held);

  /** A node is about to ask for these. */
  default void claiming(SimulatedNode by, Collection<UUID> ids) {}

  /** A node is about to add these. */
  default void adding(List<NewTask> tasks) {}

  /** Something was paused, or resumed, whether or not it was before. */
  default void paused(Pause pause, boolean inForce) {}

  /** A node was answered what is paused. */
  default void learnt(SimulatedNode node, List<Paused> pauses) {}

  /** A call of this node fails, or takes long: until then. */
  default void troubled(SimulatedNode node, long untilNanos) {}

  /** The database's clock was put forward or back. */
  default void clockPut() {}

  /** The database went back to an earlier moment. */
  void rewound();
}
