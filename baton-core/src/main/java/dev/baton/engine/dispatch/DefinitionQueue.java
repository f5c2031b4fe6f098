package dev.baton.engine.dispatch;

import dev.baton.task.Candidate;
import org.jspecify.annotations.Nullable;

/**
 * The open flows of one definition, by their heads. What one definition serves has one set of
 * limits, so a refusal of all of it is noted once, however many type names a prefix stands for.
 */
final class DefinitionQueue extends Headed {
  private final Tournament openFlows = new Tournament();

  /** How many candidates its flows have. */
  private int size;

  int size() {
    return size;
  }

  /** One of its flows has so many candidates more, or fewer. */
  void grown(int by) {
    size += by;
  }

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
