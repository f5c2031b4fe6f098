package dev.baton.tck.simulation;

import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.NewTask;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * Observes what nodes do to the database, behind all faults: everything reported here really
 * happened. Called on the acting thread, in the same step. Must not wait.
 */
public interface StoreWatch {

  /** Called after a node's action that may have changed these tasks. */
  void changed(SimulatedNode by, Verb verb, Collection<UUID> ids);

  /** Called before a node renews these tasks. */
  void renewing(SimulatedNode by, List<ClaimFence> held);

  /** Called before a node claims these tasks. */
  default void claiming(SimulatedNode by, Collection<UUID> ids) {}

  /** Called before a node adds these tasks. */
  default void adding(List<NewTask> tasks) {}

  /** Called when something was paused or resumed, even if that changed nothing. */
  default void paused(Pause pause, boolean inForce) {}

  /** Called when a node has read the current pauses. */
  default void learnt(SimulatedNode node, List<Paused> pauses) {}

  /** Called when a call of this node fails or is slow, until the given time. */
  default void troubled(SimulatedNode node, long untilNanos) {}

  /** Called when the database's clock was set forward or back. */
  default void clockPut() {}

  /** Called when the database went back to an earlier state. */
  void rewound();
}
