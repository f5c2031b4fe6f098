package dev.baton.engine.dispatch.table;

import dev.baton.task.Flow;
import org.jspecify.annotations.Nullable;

/** The candidates of one flow, and whether the database has more. */
final class FlowQueue extends CandidateQueue {
  private final Flow flow;
  private final CandidateQueue definition;

  /** The database may have ready tasks of this flow that aren't here. */
  boolean mayHaveMore;

  /** The database has tasks of this flow that go before some that are here. */
  boolean behind;

  /** As it stands among the {@link HungryFlows}, if it does. */
  HungryFlows.@Nullable Entry hungry;

  FlowQueue(Flow flow, CandidateQueue definition) {
    super(definition);
    this.flow = flow;
    this.definition = definition;
  }

  Flow flow() {
    return flow;
  }

  CandidateQueue definition() {
    return definition;
  }
}
