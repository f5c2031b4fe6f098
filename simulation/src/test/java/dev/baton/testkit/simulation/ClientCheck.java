package dev.baton.testkit.simulation;

import dev.baton.task.FinishedTask;
import dev.baton.task.Status;
import dev.baton.task.Task;
import java.util.HashSet;
import java.util.Set;

/** A client adds, and does what people ask for; it never takes a task and has no duty. */
final class ClientCheck implements RowCheck {
  private final Violations violations;
  private final Set<SimulatedNode> clients = new HashSet<>();

  ClientCheck(Violations violations) {
    this.violations = violations;
  }

  void isClient(SimulatedNode node) {
    clients.add(node);
  }

  @Override
  public void changed(RowChange change) {
    if (!clients.contains(change.by()) || change.operator()) {
      return;
    }
    Task after = change.after().live();
    FinishedTask finished = change.after().finished();
    // What it adds may be cancelled at once, since something that it needs has failed.
    boolean adds =
        change.before().isGone()
            && (after != null
                ? after.position().status() != Status.RUNNING
                : finished != null && finished.status() == Status.CANCELLED);
    Task before = change.before().live();
    boolean merges =
        before != null
            && after != null
            && MergeCheck.mayBe(change, before.position(), after.position());
    // Where one is submitted in place of many.
    boolean again = change.verb() == Verb.COMMIT && RowRules.isNoted(change.before());
    if (!adds && !merges && !again) {
      violations.report(
          change.id() + " is changed by a client: " + change.by() + " " + change.verb());
    }
  }
}
