package dev.baton.engine.dispatch.fetch;

import dev.baton.task.Candidate;
import java.util.List;

/**
 * What a scan saw of a flow at a priority.
 *
 * @param ready its first ready tasks, one at least
 * @param hasMore whether there may be more behind them
 * @param readNanos before they were read, by the node's runtime
 */
record ScannedFlow(List<Candidate> ready, boolean hasMore, long readNanos) {

  Candidate head() {
    return ready.get(0);
  }
}
