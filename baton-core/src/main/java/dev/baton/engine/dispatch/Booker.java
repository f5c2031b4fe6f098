package dev.baton.engine.dispatch;

import dev.baton.api.BucketOptions;
import dev.baton.api.TaskDefinition;
import dev.baton.engine.Definitions;
import dev.baton.engine.NodeContext;
import dev.baton.engine.dispatch.Claimer.Booked;
import dev.baton.engine.dispatch.table.LookAhead;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Books slots for the next candidates of a bucket's look-ahead table. Owned by the bucket's
 * dispatcher, not thread-safe but for {@link #freed}.
 */
final class Booker {
  private static final Duration WHEN_BEHIND = Duration.ofMillis(20);

  private final int claimBatch;
  private final Definitions definitions;
  private final Slots slots;
  private final LookAhead table;
  private final Intake intake;
  private final AskAgain askAgain;
  private final Refusals refusals;

  /** Whether freed slots matter: something is refused, or may be about to be. */
  private volatile boolean wantsSlots;

  Booker(BucketOptions options, NodeContext node, Slots slots, LookAhead table, Intake intake) {
    this.claimBatch = options.claimBatch();
    this.definitions = node.definitions();
    this.slots = slots;
    this.table = table;
    this.intake = intake;
    this.askAgain = new AskAgain(node.runtime()::nanoTime, node.settings().poll());
    this.refusals = new Refusals(table, intake::offer, askAgain, node);
  }

  /**
   * A slot is free. Any thread.
   *
   * @return whether that matters here
   */
  boolean freed(Flow flow, boolean used) {
    if (used) {
      refusals.open(flow.type());
    }
    return wantsSlots;
  }

  /** Asks again for what was refused, if it is time. */
  void askAgain() {
    if (askAgain.takeDue()) {
      table.allowAll();
    }
  }

  /** How long there is nothing to ask for, unless something comes. */
  Duration untilAskedAgain() {
    return askAgain.untilDue();
  }

  /** A limit of the cluster refused what was booked. */
  void refused(List<Claimer.Refused> refused) {
    refused.forEach(refusals::refuse);
  }

  /** Outcomes wait to be written: what is claimed now would only wait for its own. */
  void rest() {
    askAgain.in(WHEN_BEHIND);
  }

  /**
   * The next batch: all within limits of the cluster, or none.
   *
   * @param localOnly whether those within limits of the cluster have to wait
   * @param most how many may be claimed at a time now
   */
  List<Booked> book(boolean localOnly, int most) {
    // As late as can be: the dispatcher may have fetched for long.
    intake.heedPauses();
    List<Booked> batch = new ArrayList<>();
    // Raised before the first booking: a slot freed between a refusal and our wait must wake us.
    wantsSlots = table.size() > 0;
    boolean refused;
    try {
      refused = book(batch, localOnly, Math.min(most, claimBatch));
    } catch (RuntimeException | Error broken) {
      batch.forEach(booked -> booked.slot().free());
      throw broken;
    }
    wantsSlots = refused || table.size() > 0;
    return batch;
  }

  /** Fills the batch; true for a refusal. */
  private boolean book(List<Booked> batch, boolean localOnly, int most) {
    boolean refused = false;
    boolean batchIsLocal = true;
    while (batch.size() < most) {
      intake.heedPauses();
      Candidate next = table.peek();
      if (next == null) {
        break;
      }
      if (refusals.isClosed(next)) {
        refused = true;
        continue;
      }
      TaskDefinition definition = definitions.get(next.flow().type());
      boolean local = definition.concurrency().isLocal();
      if ((!batch.isEmpty() && local != batchIsLocal) || (!local && localOnly)) {
        // Claims of two kinds are two calls: pauses are heeded again between them.
        break;
      }
      batchIsLocal = local;
      Slots.Answer answer = slots.bookAhead(next, definition);
      if (answer instanceof Slots.Answer.NodeFull) {
        return true;
      }
      if (answer instanceof Slots.Answer.Booked booked) {
        table.remove(next);
        batch.add(new Booked(next, booked.slot()));
      } else {
        refused = true;
        refusals.refuse(next, ((Slots.Answer.Refused) answer).refusal());
      }
    }
    return refused;
  }
}
