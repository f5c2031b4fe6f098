package dev.baton.engine.dispatch.table;

import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import org.jspecify.annotations.Nullable;

/** The candidates of one flow, and whether the database may have more. */
final class FlowQueue extends CandidateQueue {
  final Flow flow;

  /** The first candidates of all flows of the definition. This is the queue above. */
  final CandidateQueue definition;

  /** True if the database may have ready tasks of this flow that aren't here. */
  boolean mayHaveMore;

  /** True if the database has tasks of this flow that come before some that are here. */
  boolean behind;

  /** Entry in {@link HungryFlows}; null if the flow needs no fetch. */
  HungryFlows.@Nullable Entry hungry;

  /** Most urgent priority at which the type is refused. All less urgent ones are refused, too. */
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

  /** Refuses the type from this priority on, or allows it again. */
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

  /** Records that a candidate of this queue has a slot. */
  void take(Candidate next) {
    if (definition.turns != null) {
      definition.turns.take(next);
    }
  }

  /** Records that its candidate got a slot but could not be claimed, and is here again. */
  void takeBack(Candidate back) {
    if (definition.turns != null) {
      definition.turns.giveBack(back);
      definition.show();
    }
  }

  /** Returns whether so many flows wait here that more would be useless now. */
  boolean isCrowded() {
    return definition.turns != null && definition.turns.isCrowded();
  }
}
