package dev.baton.engine.dispatch;

import dev.baton.api.BucketOptions;
import dev.baton.engine.NodeContext;
import dev.baton.engine.dispatch.peer.WorkSharing;
import dev.baton.engine.dispatch.table.LookAhead;
import dev.baton.spi.TaskStore.Place;
import dev.baton.spi.TaskStore.PullRequest;
import dev.baton.spi.TaskStore.Share;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads the ready tasks of flows that have room in the look-ahead table. Owned by the bucket's
 * dispatcher, not thread-safe.
 */
final class Fetcher {
  private static final int MIN_FLOWS = 50;
  private static final int MAX_FLOWS = 400;

  /** The last one read, from which a fetch goes on, and may be claimed just now; and the next. */
  private static final int MIN_TASKS_OF_A_FLOW = 2;

  private final BucketOptions options;
  private final NodeContext node;
  private final LookAhead table;
  private final FetchCursors cursors;
  private final ClaimLane claims;
  private final WorkSharing sharing;

  /** How many flows are read at a time: many where each has next to nothing. */
  private int width = MIN_FLOWS;

  /** How many tasks of each flow are read whatever the room. */
  private int least = MIN_TASKS_OF_A_FLOW;

  Fetcher(
      BucketOptions options,
      NodeContext node,
      LookAhead table,
      FetchCursors cursors,
      ClaimLane claims,
      WorkSharing sharing) {
    this.options = options;
    this.node = node;
    this.table = table;
    this.cursors = cursors;
    this.claims = claims;
    this.sharing = sharing;
  }

  /**
   * Reads the flows that are worth it, if there are any.
   *
   * @param intake takes what was read into the table
   * @return whether there were any
   */
  boolean fetch(Intake intake) {
    List<Flow> flows = table.isHungry() ? table.hungry(width) : List.of();
    if (flows.isEmpty()) {
      return false;
    }
    Function<Flow, Share> shares = sharing.nextFetch();
    List<PullRequest> requests =
        flows.stream().map(flow -> cursors.pull(flow, shares.apply(flow))).toList();
    int limit = limit(requests);
    Instant began = node.clock().now();
    List<Candidate> found = node.store().pull(options.name(), requests, limit);
    flows.forEach(table::fetching);
    Set<Flow> more = takeIn(requests, byFlow(found), limit, began, intake);
    width = found.size() < flows.size() ? Math.min(2 * width, MAX_FLOWS) : MIN_FLOWS;
    boolean ofShares = requests.stream().anyMatch(asked -> !asked.share().equals(Share.WHOLE));
    if (ofShares && found.size() < limit && sharing.helpsOthers()) {
      flows.stream().filter(intake::mayRun).forEach(more::add);
    }
    flows.forEach(flow -> table.fetched(flow, more.contains(flow)));
    return true;
  }

  /**
   * All flows together half of what the table has room for: the rest is for those that come next.
   */
  private int limit(List<PullRequest> requests) {
    int most = requests.stream().mapToInt(this::room).max().orElse(1);
    return Math.max(least, Math.min(most, table.room() / 2 / requests.size()));
  }

  /** What is read from the beginning is known in part; what is read on from a task isn't. */
  private int room(PullRequest request) {
    boolean goesOn = request.from().values().stream().anyMatch(Place::isOfATask);
    int known = goesOn ? table.sizeOf(request.flow()) : 0;
    return Math.max(1, Math.min(options.lookAheadPerFlow() - known, table.portion()));
  }

  private static Map<Flow, List<Candidate>> byFlow(List<Candidate> found) {
    Map<Flow, List<Candidate>> byFlow = new HashMap<>();
    for (Candidate task : found) {
      byFlow.computeIfAbsent(task.flow(), flow -> new ArrayList<>()).add(task);
    }
    return byFlow;
  }

  /** Answers the flows of which there may be more. */
  private Set<Flow> takeIn(
      List<PullRequest> requests,
      Map<Flow, List<Candidate>> found,
      int limit,
      Instant began,
      Intake intake) {
    Set<Flow> more = new HashSet<>();
    int offered = 0;
    for (PullRequest asked : requests) {
      List<Candidate> ready = found.getOrDefault(asked.flow(), List.of());
      cursors.fetched(asked, ready, began);
      for (Candidate task : ready) {
        // What is being claimed may have been read as it was before. A claim that was answered
        // meanwhile counts: the dispatcher hasn't taken its answer yet.
        if (!claims.isClaiming(task) && !claims.leaves(task)) {
          intake.offerRead(task);
          offered++;
        }
      }
      if (ready.size() >= limit && intake.mayRun(asked.flow())) {
        more.add(asked.flow());
      }
    }
    // All that was read of some flow may be what is being claimed, or what this node leaves to
    // others: the next fetch reads beyond it.
    boolean inVain = offered == 0 && !more.isEmpty();
    least = inVain ? beyond(found, more) : MIN_TASKS_OF_A_FLOW;
    return more;
  }

  private int beyond(Map<Flow, List<Candidate>> found, Set<Flow> flows) {
    int claimed = flows.stream().mapToInt(claims::tasksOf).max().orElse(0);
    int seen = found.values().stream().mapToInt(List::size).max().orElse(0);
    return 1 + Math.max(claimed, Math.min(2 * seen, options.lookAheadPerFlow()));
  }
}
