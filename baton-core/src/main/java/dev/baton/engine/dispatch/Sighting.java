package dev.baton.engine.dispatch;

import dev.baton.task.Candidate;
import java.util.List;

/**
 * What a look saw of a flow at a priority.
 *
 * @param ready its first ready tasks, one at least
 * @param hasMore whether there may be more behind them
 * @param readNanos before they were read, by the node's runtime
 */
record Sighting(List<Candidate> ready, boolean hasMore, long readNanos) {

  Candidate head() {
    return ready.get(0);
  }

  /** Its first task, and whatever may be behind. */
  static Sighting ofHead(Candidate head, long readNanos) {
    return new Sighting(List.of(head), true, readNanos);
  }
}
