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
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One reading of the ready tasks of some flows. Immutable: what it asks for is as it was when the
 * dispatcher decided on it, whichever thread reads.
 *
 * @param began when it was decided on, by the store's clock
 * @param share each flow's request for this node's share; empty when all is to be read
 * @param whole each flow's request for all of its tasks
 * @param limit tasks of each flow at the most
 */
record Pull(
    String bucket, Instant began, List<PullRequest> share, List<PullRequest> whole, int limit) {

  /**
   * What was found in a flow.
   *
   * @param ready its first ready tasks, as they were at some moment during the reading
   * @param hasMore whether there may be more behind them
   */
  record Reading(PullRequest asked, List<Candidate> ready, boolean hasMore) {}

  List<Flow> flows() {
    return whole.stream().map(PullRequest::flow).toList();
  }

  List<Reading> read(TaskStore store) {
    List<Reading> readings = new ArrayList<>(read(store, share));
    if (readings.stream().mapToInt(reading -> reading.ready().size()).sum() >= limit) {
      return readings;
    }
    // Whose share is nearly done takes part in those of others.
    Set<Flow> enough =
        readings.stream()
            .filter(reading -> reading.hasMore() || reading.asked().share().equals(Share.WHOLE))
            .map(reading -> reading.asked().flow())
            .collect(Collectors.toSet());
    readings.addAll(
        read(store, whole.stream().filter(asked -> !enough.contains(asked.flow())).toList()));
    return readings;
  }

  private List<Reading> read(TaskStore store, List<PullRequest> requests) {
    if (requests.isEmpty()) {
      return List.of();
    }
    Map<Flow, List<Candidate>> found = new HashMap<>();
    for (Candidate task : store.pull(bucket, requests, limit)) {
      found.computeIfAbsent(task.flow(), flow -> new ArrayList<>()).add(task);
    }
    return requests.stream().map(asked -> reading(asked, found.get(asked.flow()))).toList();
  }

  private Reading reading(PullRequest asked, @Nullable List<Candidate> found) {
    List<Candidate> ready = found == null ? List.of() : found;
    return new Reading(asked, ready, ready.size() >= limit);
  }
}
