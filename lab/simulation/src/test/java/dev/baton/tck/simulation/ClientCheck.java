package dev.baton.tck.simulation;

import dev.baton.task.Status;
import dev.baton.task.internal.FinishedTask;
import dev.baton.task.internal.Task;
import java.util.HashSet;
import java.util.Set;

/** A client adds, and does what people ask for; it never takes a task and has no duty. */
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
    // What it adds may be cancelled at once, since something that it needs has failed.
    boolean untouched =
        after != null
            ? after.position().status() != Status.RUNNING
            : finished != null && finished.status() == Status.CANCELLED;
    boolean adds = change.before().isGone() && untouched;
    Task before = change.before().live();
    // What it submits again from ERROR has failed thereby, and who waits for that hears of it.
    boolean hears =
        change.verb() == Verb.COMMIT && before != null && waits.isWaiting(before) && untouched;
    boolean merges =
        before != null
            && after != null
            && MergeCheck.mayBe(change, before.position(), after.position());
    // Where one is submitted in place of many.
    boolean again = change.verb() == Verb.COMMIT && RowRules.isNoted(change.before());
    if (!adds && !hears && !merges && !again) {
      violations.report(
          change.id() + " is changed by a client: " + change.by() + " " + change.verb());
    }
  }
}
