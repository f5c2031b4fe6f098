package dev.baton.engine.dispatch.fetch;

import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.dispatch.claim.Claimer;
import dev.baton.engine.dispatch.fetch.FlowScanner.ScannedFlow;
import dev.baton.engine.dispatch.table.CandidateFilter;
import dev.baton.engine.dispatch.table.LookAheadTable;
import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.ReadyTasks.ReadyPlace;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds candidates without hints. It takes scan results, and fetches more tasks of the flows that
 * have room in the look-ahead table. Only the bucket's dispatcher uses it. Not thread-safe, except
 * for the methods that say so.
 */
public final class Fetcher {
  private static final int MIN_FLOWS = 50;
  private static final int MAX_FLOWS = 400;

  /** A fetch begins at the last task read, so it must read at least that task and the next one. */
  private static final int MIN_TASKS_OF_A_FLOW = 2;

  private final NodeContext node;
  private final CandidateFilter candidateFilter;
  private final LookAheadTable table;
  private final FetchCursors cursors;
  private final RecentClaims claims = new RecentClaims();
  private final Function<Flow, Share> shares;
  private final FlowScanner scanner;
  private final ScanIntake scanIntake;

  /** Null while this node seldom misses a claim because of other nodes. */
  private @Nullable Contention contention;

  /** Number of flows in one fetch. It grows if the flows have almost no tasks. */
  private int width = MIN_FLOWS;

  /** Minimum number of tasks that a fetch reads per flow, even if the table has less room. */
  private int least = MIN_TASKS_OF_A_FLOW;

  /** {@code nanoTime} at which a task last waited here for a slot. */
  private long workedNanos;

  /**
   * @param runs returns whether the bucket runs on this node; a stopped bucket isn't scanned
   * @param shares returns this node's share of a flow's tasks; used while several nodes read the
   *     flow
   * @param wake wakes the dispatcher
   */
  public Fetcher(
      NodeContext node,
      CandidateFilter candidateFilter,
      FetchCursors cursors,
      BooleanSupplier runs,
      Function<Flow, Share> shares,
      Runnable wake) {
    this.node = node;
    this.candidateFilter = candidateFilter;
    this.table = candidateFilter.table();
    this.cursors = cursors;
    this.shares = shares;
    this.scanner = new FlowScanner(candidateFilter.bucket(), node, runs, wake);
    this.scanIntake =
        new ScanIntake(table, cursors, claims, candidateFilter::leaves, candidateFilter::offerRead);
    this.workedNanos = node.runtime().nanoTime();
  }

  /** Returns the loop that scans. */
  public Loop loop() {
    return scanner.loop();
  }

  /** Scans at once instead of at the next poll. Any thread may call this. */
  public void scanNow() {
    scanner.scanNow();
  }

  /** Returns whether scan results are waiting to be taken. Any thread may call this. */
  public boolean hasFound() {
    return scanner.hasFound();
  }

  /**
   * Applies the current pauses. Drops paused flows. They are neither scanned nor fetched until they
   * are resumed.
   */
  public void refreshPauses() {
    if (candidateFilter.refreshPauses()) {
      forget(candidateFilter::isPaused);
    }
  }

  /** Records the result of a claim. */
  public void claimed(Claimer.ClaimResult answer) {
    claims.add(answer.claimed(), node.runtime().nanoTime());
    Contention known = contention();
    if (known != null) {
      known.claimed(answer.asked(), answer.missed());
    } else if (answer.missed() > 0 && Contention.isCollision(answer.asked(), answer.missed())) {
      contention = new Contention(shares);
      // Drop everything: the other nodes have read the same tasks and claim them in the same order.
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
    // While the table was empty, freed slots weren't recorded, so refusals may be outdated.
    table.allowAll();
    // The dropped or resumed tasks are still in the store, and no hint will announce them.
    scanner.scanNow();
  }

  /**
   * Takes the results of scans into the table. While several nodes claim the same tasks, it takes
   * only this node's part.
   */
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

  /**
   * Returns whether to take tasks of other nodes' shares, too: in every eighth scan, and if this
   * node had nothing to do for a whole poll interval.
   */
  private boolean helps() {
    long idleNanos = node.runtime().nanoTime() - workedNanos;
    return scanner.isForAll() || idleNanos > node.settings().poll().toNanos();
  }

  /** Fetches the flows that need more candidates. Returns false if no flow needs any. */
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
    List<FetchRequest> requests = new ArrayList<>(flows.size());
    boolean ofShares = false;
    for (Flow flow : flows) {
      FetchRequest request = cursors.fetch(flow, share.apply(flow));
      requests.add(request);
      ofShares |= !request.share().isWhole();
    }
    int limit = limit(requests);
    Instant began = node.clock().now();
    List<Candidate> found = node.ready().fetch(candidateFilter.bucket(), requests, limit);
    for (Flow flow : flows) {
      table.fetching(flow);
    }
    Map<Flow, List<Candidate>> byFlow = new HashMap<>();
    for (Candidate task : found) {
      byFlow.computeIfAbsent(task.flow(), flow -> new ArrayList<>()).add(task);
    }
    Set<Flow> more = takeIn(requests, byFlow, limit, began);
    width = found.size() < flows.size() ? Math.min(2 * width, MAX_FLOWS) : MIN_FLOWS;
    if (known != null && ofShares && found.size() < limit && known.helpsOthers()) {
      flows.stream().filter(candidateFilter::mayRun).forEach(more::add);
    }
    for (Flow flow : flows) {
      table.fetched(flow, more.contains(flow));
    }
  }

  /**
   * Returns how many tasks to read per flow. All flows of this fetch together may fill half of the
   * free room. The other half is for the next flows.
   */
  private int limit(List<FetchRequest> requests) {
    int most = 1;
    for (FetchRequest request : requests) {
      most = Math.max(most, room(request));
    }
    return Math.max(least, Math.min(most, table.room() / 2 / requests.size()));
  }

  /**
   * Returns how many tasks of the flow to read. A fetch from the beginning also returns tasks that
   * are known here; a fetch from a cursor returns new ones.
   */
  private int room(FetchRequest request) {
    boolean goesOn = request.from().values().stream().anyMatch(ReadyPlace::isOfATask);
    int known = goesOn ? table.sizeOf(request.flow()) : 0;
    return Math.max(1, Math.min(table.maxOfAFlow() - known, table.portion()));
  }

  /** Takes the fetched tasks into the table. Returns the flows that may have more tasks. */
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
    // This node may leave all tasks of a flow that it has read to other nodes. Then the next fetch
    // must read more tasks, to get past these.
    int seen = 0;
    for (List<Candidate> ready : found.values()) {
      seen = Math.max(seen, ready.size());
    }
    least =
        inVain && !more.isEmpty()
            ? 1 + Math.min(2 * seen, table.maxOfAFlow())
            : MIN_TASKS_OF_A_FLOW;
    return more;
  }
}
