package dev.baton.engine.dispatch.table;

import dev.baton.engine.attempt.unknown.UnknownTasks;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.base.PausesInForce;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.util.function.Predicate;

/**
 * Decides which candidates enter a bucket's look-ahead table. A candidate may enter if this node
 * runs its type, hasn't claimed it without effect before, and it isn't paused. The pauses are those
 * of the last refresh. Owned by the bucket's dispatcher, not thread-safe.
 */
public final class CandidateFilter {
  private final String bucket;
  private final NodeContext node;
  private final UnknownTasks unknown;
  private final Predicate<Candidate> isInLine;
  private final LookAheadTable table;
  private PausesInForce pauses;

  /**
   * @param isInLine whether a task waits on this node for a slot of its state
   */
  public CandidateFilter(
      String bucket,
      NodeContext node,
      UnknownTasks unknown,
      Predicate<Candidate> isInLine,
      LookAheadTable table) {
    this.bucket = bucket;
    this.node = node;
    this.unknown = unknown;
    this.isInLine = isInLine;
    this.table = table;
    this.pauses = node.pauses().inForce();
  }

  /** Returns the table behind this filter. */
  public LookAheadTable table() {
    return table;
  }

  public String bucket() {
    return bucket;
  }

  /** Applies the pauses in force now. Returns whether they have changed. */
  public boolean refreshPauses() {
    PausesInForce now = node.pauses().inForce();
    boolean changed = now.number() != pauses.number();
    pauses = now;
    return changed;
  }

  public boolean isPaused(Flow flow) {
    return pauses.covers(bucket, flow);
  }

  public boolean mayRun(Flow flow) {
    boolean known =
        node.definitions().find(flow.type()) != null && !unknown.leavesType(flow.type());
    return known && !isPaused(flow);
  }

  /**
   * Returns whether this node leaves the task alone for now, because it has claimed it without
   * effect: it can't run it, or had no slot for its state.
   */
  public boolean leaves(Candidate candidate) {
    return isInLine.test(candidate) || unknown.leaves(candidate);
  }

  /** Takes in a candidate from a hint, if it may run here. */
  public void offer(Candidate candidate) {
    if (mayRun(candidate.flow()) && !leaves(candidate)) {
      tellIfFull(candidate, table.offer(candidate));
    }
  }

  /** Takes in a candidate that was read from the store and may run here. */
  public void offerRead(Candidate candidate) {
    tellIfFull(candidate, table.offerRead(candidate));
  }

  private void tellIfFull(Candidate candidate, LookAheadTable.Offer answer) {
    if (answer == LookAheadTable.Offer.FULL || answer == LookAheadTable.Offer.PUSHED_IN) {
      node.events().emit(new NodeEvent.LookAheadFull(bucket, candidate.flow()));
    }
  }
}
