package dev.baton.engine.dispatch.table;

import dev.baton.engine.attempt.unknown.UnknownTasks;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.base.PausesInForce;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.util.function.Predicate;

/**
 * Decides which ready tasks enter a bucket's look-ahead table. A task may enter if this node runs
 * its type, the task isn't paused, and this node hasn't just given it back. It uses the pauses of
 * the last call of {@link #refreshPauses}. Only the bucket's dispatcher uses it; not thread-safe.
 */
public final class CandidateFilter {
  private final String bucket;
  private final NodeContext node;
  private final UnknownTasks unknown;
  private final Predicate<Candidate> isInLine;
  private final LookAheadTable table;
  private PausesInForce pauses;

  /**
   * @param isInLine returns whether a task waits on this node for a slot of its state
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

  /** Returns the table that the accepted tasks enter. */
  public LookAheadTable table() {
    return table;
  }

  public String bucket() {
    return bucket;
  }

  /** Applies the current pauses. Returns whether the pauses have changed. */
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
   * Returns whether this node leaves the task alone for now. This node has claimed the task before
   * and given it back, because the node can't run the task or had no slot for its state.
   */
  public boolean leaves(Candidate candidate) {
    return isInLine.test(candidate) || unknown.leaves(candidate);
  }

  /** Adds a task from a hint to the table, if it may run here. */
  public void offer(Candidate candidate) {
    if (mayRun(candidate.flow()) && !leaves(candidate)) {
      tellIfFull(candidate, table.offer(candidate));
    }
  }

  /** Adds a task to the table that was read from the store and may run here. */
  public void offerRead(Candidate candidate) {
    tellIfFull(candidate, table.offerRead(candidate));
  }

  private void tellIfFull(Candidate candidate, LookAheadTable.Offer answer) {
    if (answer == LookAheadTable.Offer.FULL || answer == LookAheadTable.Offer.PUSHED_IN) {
      node.events().emit(new NodeEvent.LookAheadFull(bucket, candidate.flow()));
    }
  }
}
