package dev.baton.engine.dispatch.table;

import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The candidates of one flow, and whether the database has more. */
final class FlowQueue extends CandidateQueue {
  final Flow flow;
  final DefinitionQueue definition;

  /** The database may have ready tasks of this flow that aren't here. */
  boolean mayHaveMore;

  /** The database has tasks of this flow that go before some that are here. */
  boolean behind;

  /** As it stands among the {@link HungryFlows}, if it does. */
  HungryFlows.@Nullable Entry hungry;

  FlowQueue(Flow flow, DefinitionQueue definition) {
    super(definition, new TreeSet<>());
    this.flow = flow;
    this.definition = definition;
  }

  @Override
  void putIn(Candidate by) {
    if (definition.turns != null) {
      definition.turns.entered(by);
    }
    super.putIn(by);
  }

  @Override
  void takeOut(Candidate old) {
    if (definition.turns != null) {
      definition.turns.left(old);
    }
    super.takeOut(old);
  }
}
