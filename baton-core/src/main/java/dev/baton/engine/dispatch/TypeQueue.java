package dev.baton.engine.dispatch;

import dev.baton.task.Candidate;
import org.jspecify.annotations.Nullable;

/** The open flows of one type, by their heads. */
final class TypeQueue extends Headed {
  private final Tournament openFlows = new Tournament();

  /** A flow's head or refusal is another. */
  void place(FlowQueue queue) {
    openFlows.place(queue);
  }

  @Override
  @Nullable Candidate head() {
    Headed first = openFlows.first();
    return first == null ? null : first.head();
  }

  @Override
  long headRank() {
    Headed first = openFlows.first();
    return first == null ? Long.MAX_VALUE : first.headRank();
  }
}
