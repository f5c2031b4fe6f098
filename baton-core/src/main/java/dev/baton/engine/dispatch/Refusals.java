package dev.baton.engine.dispatch;

import dev.baton.api.Booking;
import dev.baton.api.TaskEvent;
import dev.baton.engine.Events;
import dev.baton.engine.NodeContext;
import dev.baton.engine.dispatch.table.LookAhead;
import dev.baton.task.Candidate;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * What becomes of candidates that get no slot, or no permit of the cluster: they stay in the
 * look-ahead table, and aren't asked for before it is worth it. Owned by the bucket's dispatcher,
 * not thread-safe but for {@link #open}.
 */
final class Refusals {
  private final LookAhead table;
  private final Consumer<Candidate> offer;
  private final AskAgain askAgain;
  private final Events events;
  private final ClosedLimits closed;

  Refusals(LookAhead table, Consumer<Candidate> offer, AskAgain askAgain, NodeContext node) {
    this.table = table;
    this.offer = offer;
    this.askAgain = askAgain;
    this.events = node.events();
    this.closed = new ClosedLimits(node.runtime(), node.definitions()::nameFor);
  }

  /** A task of this type ended here, and with it its permits: its limits may have room. */
  void open(String type) {
    closed.open(type);
  }

  /** A limit of the cluster that has just refused isn't asked again before it is worth it. */
  boolean isClosed(Candidate next) {
    ClosedLimits.Wait wait = closed.waitOf(next);
    if (wait == null) {
      return false;
    }
    if (wait.wholeDefinition()) {
      table.refuseDefinition(next);
    } else {
      table.refuseFlow(next);
    }
    askAgain.in(wait.left());
    return true;
  }

  /** A limit of the cluster refused: back into the table, at its place in the order. */
  void refuse(Claimer.Refused refused) {
    Candidate candidate = refused.candidate();
    askAgain.in(closed.close(candidate, refused.refusal()));
    offer.accept(candidate);
    String limit = refused.refusal().permit().limit();
    tell(candidate, "cluster limit " + limit + " is full");
  }

  /** The type's policy refused. */
  void refuse(Candidate next, Booking.Refused refusal) {
    if (refusal.scope() == Booking.Scope.KEY) {
      table.refuseFlow(next);
    } else {
      table.refuseDefinition(next);
    }
    tell(next, refusal.reason());
    Duration after = refusal.askAgainAfter();
    if (after != null) {
      askAgain.in(after);
    }
  }

  private void tell(Candidate candidate, String reason) {
    events.emit(new TaskEvent.Refused(candidate.flow(), candidate.priority(), reason));
  }
}
