package dev.baton.tck.simulation;

import dev.baton.task.rule.Hold;
import dev.baton.task.rule.NewTask;
import java.util.List;

/** Judges the changes of rows. */
interface RowCheck {

  void changed(RowChange change);

  default void renewing(SimulatedNode by, List<Hold> held) {}

  default void adding(NewTask task) {}

  default void rewound() {}
}
