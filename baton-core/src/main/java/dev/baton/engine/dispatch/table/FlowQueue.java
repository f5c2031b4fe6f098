package dev.baton.engine.dispatch.table;

import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import dev.baton.task.rule.FairTurns;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The candidates of one flow, and whether the database has more. */
final class FlowQueue extends CandidateQueue {
  final Flow flow;

  /** The first candidates of all flows of the definition; above this queue. */
  final CandidateQueue definition;

  /** Null where the definition's flows don't take turns. */
  final @Nullable FairTurns turns;

  /** The database may have ready tasks of this flow that aren't here. */
  boolean mayHaveMore;

  /** The database has tasks of this flow that go before some that are here. */
  boolean behind;

  /** As it stands among the {@link HungryFlows}, if it does. */
  HungryFlows.@Nullable Entry hungry;

  FlowQueue(Flow flow, CandidateQueue definition) {
    super(definition, new TreeSet<>());
    this.flow = flow;
    this.definition = definition;
    this.turns = definition instanceof TurnsQueue queue ? queue.turns : null;
  }

  @Override
  void putIn(Candidate by) {
    if (turns != null) {
      turns.entered(by);
    }
    super.putIn(by);
  }

  @Override
  void takeOut(Candidate old) {
    if (turns != null) {
      turns.left(old);
    }
    super.takeOut(old);
  }

  /** Its candidate has got a slot. */
  void take(Candidate next) {
    if (turns != null) {
      turns.take(next);
    }
  }

  /** Its candidate had got a slot in vain, and is here again. */
  void takeBack(Candidate back) {
    if (turns != null) {
      turns.giveBack(back);
      definition.show();
    }
  }

  /** Whether more flows than wait here are of no use yet. */
  boolean isCrowded() {
    return turns != null && turns.isCrowded();
  }
}
