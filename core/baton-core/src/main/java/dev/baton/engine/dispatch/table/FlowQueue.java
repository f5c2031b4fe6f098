package dev.baton.engine.dispatch.table;

import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import org.jspecify.annotations.Nullable;

/** The candidates of one flow, and whether the database has more. */
final class FlowQueue extends CandidateQueue {
  final Flow flow;

  /** The first candidates of all flows of the definition; above this queue. */
  final CandidateQueue definition;

  /** The database may have ready tasks of this flow that aren't here. */
  boolean mayHaveMore;

  /** The database has tasks of this flow that go before some that are here. */
  boolean behind;

  /** As it stands among the {@link HungryFlows}, if it does. */
  HungryFlows.@Nullable Entry hungry;

  /** Its type is refused at this priority and all less urgent ones. */
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

  /** Its type is refused from this priority on, or allowed again. */
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

  /** Its candidate has got a slot. */
  void take(Candidate next) {
    if (definition.turns != null) {
      definition.turns.take(next);
    }
  }

  /** Its candidate had got a slot in vain, and is here again. */
  void takeBack(Candidate back) {
    if (definition.turns != null) {
      definition.turns.giveBack(back);
      definition.show();
    }
  }

  /** Whether more flows than wait here are of no use yet. */
  boolean isCrowded() {
    return definition.turns != null && definition.turns.isCrowded();
  }
}
