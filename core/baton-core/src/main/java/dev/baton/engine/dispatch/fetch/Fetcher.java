package dev.baton.engine.dispatch.fetch;

import static java.util.stream.Collectors.groupingBy;

import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.dispatch.claim.Claimer;
import dev.baton.engine.dispatch.fetch.FlowScanner.ScannedFlow;
import dev.baton.engine.dispatch.table.CandidateFilter;
import dev.baton.engine.dispatch.table.LookAheadTable;
import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.ReadyTasks.Place;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads ready tasks that no hint told of: takes in what scans saw, and fetches flows that have room
 * in the look-ahead table. Owned by the bucket's dispatcher, not thread-safe but for what is said
 * to be of any thread.
 */
public final class Fetcher {
  private static final int MIN_FLOWS = 50;
  private static final int MAX_FLOWS = 400;

  /** The last one read, from which a fetch goes on; and the next. */
  private static final int MIN_TASKS_OF_A_FLOW = 2;

  private final NodeContext node;
  private final CandidateFilter candidateFilter;
  private final LookAheadTable table;
  private final FetchCursors cursors;
  private final RecentClaims claims = new RecentClaims();
  private final Function<Flow, Share> shares;
  private final FlowScanner scanner;
  private final ScanIntake scanIntake;

  /** Null while no other node claims what this one reads. */
  private @Nullable Contention contention;

  /** How many flows are read at a time: many where each has next to nothing. */
  private int width = MIN_FLOWS;

  /** How many tasks of each flow are read whatever the room. */
  private int least = MIN_TASKS_OF_A_FLOW;

  /** When something last waited here for a slot. */
  private long workedNanos;

  /**
   * @param shares this node's share of the tasks of a flow, where other nodes read it too
   * @param wake wakes the dispatcher
   */
  public Fetcher(
      NodeContext node,
      CandidateFilter candidateFilter,
      FetchCursors cursors,
      Function<Flow, Share> shares,
      Runnable wake) {
    this.node = node;
    this.candidateFilter = candidateFilter;
    this.table = candidateFilter.table();
    this.cursors = cursors;
    this.shares = shares;
    this.scanner = new FlowScanner(candidateFilter.bucket(), node, wake);
    this.scanIntake =
        new ScanIntake(table, cursors, claims, candidateFilter::leaves, candidateFilter::offerRead);
    this.workedNanos = node.runtime().nanoTime();
  }

  /** The loop that scans. */
  public Loop loop() {
    return scanner.loop();
  }

  /** A stopped bucket isn't scanned. Any thread. */
  public void pause(boolean now) {
    scanner.pause(now);
  }

  /** Scans at once, and not with the next poll. Any thread. */
  public void scanNow() {
    scanner.scanNow();
  }

  /** Whether a scan has found something that isn't taken in yet. Any thread. */
  public boolean hasFound() {
    return scanner.hasFound();
  }

  /** A paused flow is neither kept, nor scanned, nor fetched, until it is resumed. */
  public void refreshPauses() {
    if (candidateFilter.refreshPauses()) {
      forget(candidateFilter::isPaused);
    }
  }

  /** A claim was answered. */
  public void claimed(Claimer.Answer answer) {
    claims.add(answer.claimed(), node.runtime().nanoTime());
    Contention known = contention();
    if (known != null) {
      known.claimed(answer.asked(), answer.missed());
    } else if (answer.missed() > 0 && Contention.isCollision(answer.asked(), answer.missed())) {
      contention = new Contention(shares);
      // What was read so far the other nodes have read as well, and claim in the same order.
      forget(flow -> true);
    }
  }

  private @Nullable Contention contention() {
    if (contention != null && contention.isOver()) {
      contention = null;
    }
    return contention;
  }

  private void forget(Predicate<Flow> which) {
    table.drop(which);
    cursors.forget(which);
    // With nothing queued no freed slot was noted: a refusal may be long out of date.
    table.allowAll();
    // What is forgotten, or was resumed, waits in the store, and no hint tells of it.
    scanner.scanNow();
  }

  /** Takes in what scans have found: beside nodes that claim the same, this node's part of it. */
  public void takeInScanned() {
    if (scanner.hasFound()) {
      Contention known = contention();
      Predicate<ScannedFlow> takes =
          known == null ? seen -> true : known.nextScan(helps(), table.peek());
      for (ScannedFlow seen : scanner.take()) {
        if (candidateFilter.mayRun(seen.head().flow())) {
          if (takes.test(seen)) {
            scanIntake.takeIn(seen);
          } else if (seen.hasMore()) {
            cursors.begin(seen.head());
            table.headOfAll(seen.head());
          }
        }
      }
    }
  }

  /** A node that has had nothing to do for a poll helps the others; and each now and then. */
  private boolean helps() {
    long idleNanos = node.runtime().nanoTime() - workedNanos;
    return scanner.isForAll() || idleNanos > node.settings().poll().toNanos();
  }

  /** Fetches the flows that are worth it; answers whether there were any. */
  public boolean next() {
    List<Flow> flows = table.isHungry() ? table.hungry(width) : List.of();
    if (!flows.isEmpty()) {
      fetch(flows);
    }
    if (table.hasOpen()) {
      workedNanos = node.runtime().nanoTime();
    }
    scanner.hasRoom(!table.isNearlyFull());
    if (table.takeForgotten()) {
      scanner.scanNow();
    }
    return !flows.isEmpty();
  }

  private void fetch(List<Flow> flows) {
    Contention known = contention();
    Function<Flow, Share> share = known == null ? flow -> Share.WHOLE : known.nextFetch();
    List<FetchRequest> requests =
        flows.stream().map(flow -> cursors.fetch(flow, share.apply(flow))).toList();
    int limit = limit(requests);
    Instant began = node.clock().now();
    List<Candidate> found = node.ready().fetch(candidateFilter.bucket(), requests, limit);
    flows.forEach(table::fetching);
    Map<Flow, List<Candidate>> byFlow = found.stream().collect(groupingBy(Candidate::flow));
    Set<Flow> more = takeIn(requests, byFlow, limit, began);
    width = found.size() < flows.size() ? Math.min(2 * width, MAX_FLOWS) : MIN_FLOWS;
    boolean ofShares = requests.stream().anyMatch(asked -> !asked.share().isWhole());
    if (known != null && ofShares && found.size() < limit && known.helpsOthers()) {
      flows.stream().filter(candidateFilter::mayRun).forEach(more::add);
    }
    flows.forEach(flow -> table.fetched(flow, more.contains(flow)));
  }

  /**
   * All flows together half of what the table has room for: the rest is for those that come next.
   */
  private int limit(List<FetchRequest> requests) {
    int most = requests.stream().mapToInt(this::room).max().orElse(1);
    return Math.max(least, Math.min(most, table.room() / 2 / requests.size()));
  }

  /** What is read from the beginning is known in part; what is read on from a task isn't. */
  private int room(FetchRequest request) {
    boolean goesOn = request.from().values().stream().anyMatch(Place::isOfATask);
    int known = goesOn ? table.sizeOf(request.flow()) : 0;
    return Math.max(1, Math.min(table.maxOfAFlow() - known, table.portion()));
  }

  /** Answers the flows of which there may be more. */
  private Set<Flow> takeIn(
      List<FetchRequest> requests, Map<Flow, List<Candidate>> found, int limit, Instant began) {
    Set<Flow> more = new HashSet<>();
    boolean inVain = true;
    for (FetchRequest asked : requests) {
      List<Candidate> ready = found.getOrDefault(asked.flow(), List.of());
      cursors.fetched(asked, ready, began);
      boolean mayRun = candidateFilter.mayRun(asked.flow());
      for (Candidate task : ready) {
        if (mayRun && !candidateFilter.leaves(task)) {
          candidateFilter.offerRead(task);
          inVain = false;
        }
      }
      if (mayRun && ready.size() >= limit) {
        more.add(asked.flow());
      }
    }
    // All that was read of some flow may be what this node leaves to others: the next fetch reads
    // beyond it.
    int seen = found.values().stream().mapToInt(List::size).max().orElse(0);
    least =
        inVain && !more.isEmpty()
            ? 1 + Math.min(2 * seen, table.maxOfAFlow())
            : MIN_TASKS_OF_A_FLOW;
    return more;
  }
}
