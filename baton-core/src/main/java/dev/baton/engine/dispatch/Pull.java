package dev.baton.engine.dispatch;

import dev.baton.spi.TaskStore;
import dev.baton.spi.TaskStore.PullRequest;
import dev.baton.spi.TaskStore.Share;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One reading of the ready tasks of some flows. Immutable: what it asks for is as it was when the
 * dispatcher decided on it, whichever thread reads.
 *
 * @param began when it was decided on, by the store's clock
 * @param beganNanos the same moment by this node's monotonic clock
 * @param requests one for each flow
 * @param limit tasks of each flow at the most
 */
record Pull(String bucket, Instant began, long beganNanos, List<PullRequest> requests, int limit) {

  /**
   * What was found in a flow.
   *
   * @param ready its first ready tasks, as they were at some moment during the reading
   * @param hasMore whether there may be more behind them
   */
  record Reading(PullRequest asked, List<Candidate> ready, boolean hasMore) {}

  List<Flow> flows() {
    return requests.stream().map(PullRequest::flow).toList();
  }

  /** Whether more may be ready than was asked for. */
  boolean isOfShares() {
    return requests.stream().anyMatch(asked -> !asked.share().equals(Share.WHOLE));
  }

  /** Whether less was read, all flows together, than might have been of one. */
  boolean isShort(List<Reading> readings) {
    return readings.stream().mapToInt(reading -> reading.ready().size()).sum() < limit;
  }

  List<Reading> read(TaskStore store) {
    List<Candidate> read = store.pull(bucket, requests, limit);
    if (requests.size() == 1) {
      return List.of(reading(requests.get(0), read));
    }
    Map<Flow, List<Candidate>> found = new HashMap<>();
    for (Candidate task : read) {
      found.computeIfAbsent(task.flow(), flow -> new ArrayList<>()).add(task);
    }
    return requests.stream().map(asked -> reading(asked, found.get(asked.flow()))).toList();
  }

  private Reading reading(PullRequest asked, @Nullable List<Candidate> found) {
    List<Candidate> ready = found == null ? List.of() : found;
    return new Reading(asked, ready, ready.size() >= limit);
  }
}
