package dev.baton.engine.dispatch.table;

import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import org.jspecify.annotations.Nullable;

/** The candidates of one flow, and whether the database may have more. */
final class FlowQueue extends CandidateQueue {
  final Flow flow;

  /** The first candidates of all flows of the definition. This is the queue above this one. */
  final CandidateQueue definition;

  /** True if the database may have ready tasks of this flow that the table doesn't have. */
  boolean mayHaveMore;

  /** True if the database has tasks of this flow that come before some candidates of this queue. */
  boolean behind;

  /** The entry in {@link HungryFlows}; null if the flow needs no fetch. */
  HungryFlows.@Nullable HungryFlow hungry;

  /**
   * The most urgent priority at which the type is refused. All less urgent priorities are refused,
   * too.
   */
  private volatile int typeRefusedFrom = NONE;

  FlowQueue(Flow flow, CandidateQueue definition) {
    super(definition, null);
    this.flow = flow;
    this.definition = definition;
  }

  @Override
  boolean isRefused() {
    return super.isRefused() || typeRefusedFrom != NONE;
  }

  @Override
  boolean isOpenAt(int priority) {
    return super.isOpenAt(priority) && priority < typeRefusedFrom;
  }

  /**
   * Refuses the type at this priority and at less urgent ones. {@code NONE} allows the type again.
   */
  void refuseType(int fromPriority) {
    typeRefusedFrom = fromPriority;
    show();
  }

  @Override
  void add(Candidate candidate) {
    if (definition.turns != null) {
      definition.turns.entered(candidate);
    }
    super.add(candidate);
  }

  @Override
  void remove(Candidate candidate) {
    if (definition.turns != null) {
      definition.turns.left(candidate);
    }
    super.remove(candidate);
  }

  /** Records that a candidate of this queue has got a slot. */
  void take(Candidate next) {
    if (definition.turns != null) {
      definition.turns.take(next);
    }
  }

  /** Records that a candidate got a slot but was not claimed, and is in this queue again. */
  void takeBack(Candidate back) {
    if (definition.turns != null) {
      definition.turns.giveBack(back);
      definition.show();
    }
  }

  /**
   * Returns whether so many flows of the definition wait for their turns that more would be useless
   * now.
   */
  boolean isCrowded() {
    return definition.turns != null && definition.turns.isCrowded();
  }
}
