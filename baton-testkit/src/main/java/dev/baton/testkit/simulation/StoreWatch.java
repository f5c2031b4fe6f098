package dev.baton.testkit.simulation;

import dev.baton.task.Hold;
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
  void renewing(SimulatedNode by, List<Hold> held);

  /** The database went back to an earlier moment. */
  void rewound();
}
