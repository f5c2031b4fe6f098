package dev.baton.tck.simulation;

import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.NewTask;
import java.util.List;

/** Checks the changes of rows. */
interface RowCheck {

  void changed(RowChange change);

  default void renewing(SimulatedNode by, List<ClaimFence> held) {}

  default void adding(NewTask task) {}

  default void rewound() {}
}
