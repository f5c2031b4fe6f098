package dev.baton.tck.simulation;

import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import java.util.HashSet;
import java.util.Set;

/**
 * Checks that a client only adds tasks and applies people's requests; it never claims a task and
 * has no duty.
 */
final class ClientCheck implements RowCheck {
  private final Violations violations;
  private final WaitCheck waits;
  private final Set<SimulatedNode> clients = new HashSet<>();

  /**
   * @param waits judges what the end of one task does to another
   */
  ClientCheck(Violations violations, WaitCheck waits) {
    this.violations = violations;
    this.waits = waits;
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
    // A client may cancel a task at its add, because a task that it needs has already failed.
    boolean untouched =
        after != null
            ? after.position().status() != Status.RUNNING
            : finished != null && finished.status() == Status.CANCELLED;
    boolean adds = change.before().isGone() && untouched;
    Task before = change.before().live();
    // A submit-again makes the task in ERROR fail, and this change notifies the tasks that wait for
    // it.
    boolean hears =
        change.verb() == Verb.COMMIT && before != null && waits.isWaiting(before) && untouched;
    boolean merges =
        before != null
            && after != null
            && MergeCheck.mayBe(change, before.position(), after.position());
    // A client that submits one task in place of many.
    boolean again = change.verb() == Verb.COMMIT && RowRules.isNoted(change.before());
    if (!adds && !hears && !merges && !again) {
      violations.report(
          change.id() + " is changed by a client: " + change.by() + " " + change.verb());
    }
  }
}
