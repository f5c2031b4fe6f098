package dev.baton.engine.dispatch;

import dev.baton.api.BucketOptions;
import dev.baton.engine.cluster.Rivals;
import dev.baton.spi.TaskStore;
import dev.baton.spi.TaskStore.PullRequest;
import dev.baton.spi.TaskStore.Share;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Reads the ready tasks of flows that have room in the look-ahead table. Owned by the bucket's
 * dispatcher, not thread-safe.
 */
final class Puller {
  private static final int LEAST_FLOWS = 50;
  private static final int MOST_FLOWS = 400;

  private final BucketOptions options;
  private final TaskStore store;
  private final Rivals rivals;
  private final LookAhead table;
  private final Marks marks = new Marks();
  private final Rivalry rivalry = new Rivalry();

  /** How many flows are pulled at a time: many where each has next to nothing. */
  private int width = LEAST_FLOWS;

  Puller(BucketOptions options, TaskStore store, Rivals rivals, LookAhead table) {
    this.options = options;
    this.store = store;
    this.rivals = rivals;
    this.table = table;
  }

  Marks marks() {
    return marks;
  }

  Rivalry rivalry() {
    return rivalry;
  }

  /** Pulls for hungry flows, if there are any. */
  void pull(Consumer<Candidate> offer) {
    List<Flow> flows = table.hungry(width);
    if (flows.isEmpty()) {
      return;
    }
    List<Candidate> pulled = new ArrayList<>();
    List<Flow> unread = flows;
    if (rivalry.sharesNext()) {
      // Whose share is nearly done takes part in those of others.
      unread = pull(unread, rivals.share(options.name()), pulled);
    }
    if (!unread.isEmpty()) {
      List<Candidate> all = new ArrayList<>();
      pull(unread, Share.WHOLE, all).forEach(table::pulledAll);
      marks.pulled(all);
      pulled.addAll(all);
    }
    boolean thin = pulled.size() < flows.size();
    width = thin ? Math.min(2 * width, MOST_FLOWS) : LEAST_FLOWS;
    // Offered last: what the full table then drops, its flow must remember to pull again.
    pulled.forEach(offer);
    flows.forEach(table::fed);
  }

  /** Answers the flows that had fewer than they might have. */
  private List<Flow> pull(List<Flow> flows, Share share, List<Candidate> into) {
    int limit = options.lookAheadPerFlow();
    List<PullRequest> requests = flows.stream().map(flow -> marks.pull(flow, share)).toList();
    Map<Flow, Integer> counts = new HashMap<>();
    for (Candidate candidate : store.pull(options.name(), requests, limit)) {
      counts.merge(candidate.flow(), 1, Integer::sum);
      into.add(candidate);
    }
    return flows.stream().filter(flow -> counts.getOrDefault(flow, 0) < limit).toList();
  }
}
