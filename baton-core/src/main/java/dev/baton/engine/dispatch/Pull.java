package dev.baton.engine.dispatch;

import dev.baton.spi.TaskStore;
import dev.baton.spi.TaskStore.PullRequest;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * One reading of the ready tasks of some flows. Immutable: what it asks for is as it was when the
 * dispatcher decided on it, whichever thread reads.
 *
 * @param share each flow's request for this node's share; empty when all is to be read
 * @param whole each flow's request for all of its tasks
 * @param limit tasks of each flow at the most
 */
record Pull(String bucket, List<PullRequest> share, List<PullRequest> whole, int limit) {

  /**
   * What a pull found.
   *
   * @param ready each flow's first ready tasks, as they were at some moment during the reading
   * @param fromTheFirst those of them that were read without leaving other nodes' shares out
   * @param more the flows that may have more in the store
   */
  record Answer(List<Candidate> ready, List<Candidate> fromTheFirst, Set<Flow> more) {}

  List<Flow> flows() {
    return whole.stream().map(PullRequest::flow).toList();
  }

  Answer read(TaskStore store) {
    List<Candidate> ready = new ArrayList<>(read(store, share));
    Set<Flow> more = new TreeSet<>(full(ready));
    // Whose share is nearly done takes part in those of others.
    List<PullRequest> unread = whole.stream().filter(one -> !more.contains(one.flow())).toList();
    List<Candidate> all = read(store, unread);
    ready.addAll(all);
    more.addAll(full(all));
    return new Answer(ready, all, more);
  }

  private List<Candidate> read(TaskStore store, List<PullRequest> requests) {
    return requests.isEmpty() ? List.of() : store.pull(bucket, requests, limit);
  }

  private List<Flow> full(List<Candidate> ready) {
    Map<Flow, Integer> counts = new HashMap<>();
    ready.forEach(candidate -> counts.merge(candidate.flow(), 1, Integer::sum));
    return flows().stream().filter(flow -> counts.getOrDefault(flow, 0) >= limit).toList();
  }
}
