package dev.baton.engine.dispatch;

import dev.baton.cluster.BucketOptions;
import dev.baton.engine.attempt.Runner;
import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.dispatch.claim.Claimer;
import dev.baton.engine.dispatch.fetch.FetchCursors;
import dev.baton.engine.dispatch.fetch.Fetcher;
import dev.baton.engine.dispatch.slot.Slot;
import dev.baton.engine.dispatch.slot.SlotAllocator;
import dev.baton.engine.dispatch.slot.Slots;
import dev.baton.engine.dispatch.table.CandidateFilter;
import dev.baton.engine.dispatch.table.LookAheadTable;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The one thread of a bucket on this node: it takes hints in, fetches what no hint told of, books
 * the next candidates and claims them. While a claim is under way the next batch collects, so
 * batches are small when there is little to do and large when there is much.
 */
public final class Dispatcher {
  private static final Duration UNTIL_WOKEN = Duration.ofMinutes(1);

  private final Loop loop;
  private final Inbox inbox = new Inbox();
  private final LookAheadTable table;
  private final CandidateFilter candidateFilter;
  private final Claimer claimer;
  private final Fetcher fetcher;
  private final SlotAllocator allocator;

  /** Whether the bucket is stopped on this node: nothing is claimed. */
  private volatile boolean paused = true;

  /** What the adders may guess from: whether anything open is queued here. */
  private volatile boolean busy;

  /** Whether any flow is known here, and so one may be refused. */
  private volatile boolean knowsFlows;

  /**
   * @param shares this node's share of the tasks of a flow, where other nodes read it too
   */
  public Dispatcher(
      BucketOptions options,
      NodeContext node,
      Slots slots,
      Runner runner,
      Claimer claimer,
      Function<Flow, Share> shares) {
    String name = options.name();
    this.loop = new Loop("dispatcher-" + name, node.runtime(), node.events(), this::round);
    FetchCursors cursors = new FetchCursors();
    this.table =
        new LookAheadTable(
            options.lookAheadPerFlow(),
            options.lookAheadTotal(),
            node.definitions()::nameFor,
            type -> node.definitions().turnsOf(name, type, options.lookAheadTotal() / 4),
            cursors::include);
    this.candidateFilter = new CandidateFilter(name, node, runner, table);
    this.claimer = claimer;
    this.fetcher = new Fetcher(node, candidateFilter, cursors, shares, loop::wake);
    this.allocator =
        new SlotAllocator(node, slots, candidateFilter, claimer.room(), options.claimBatch());
    node.pauses().onChange(loop::wake);
    node.definitions().onChange(this::scanNow);
    slots.onFreed(this::freed);
  }

  List<Loop> loops() {
    return List.of(loop, fetcher.loop());
  }

  /** Candidates of this bucket, which a stopped one ignores. Any thread; never blocks. */
  public void hint(List<Candidate> ready) {
    if (!paused) {
      inbox.hint(ready);
      loop.wake();
    }
  }

  /** Hints may have been missed: the store is scanned at once, not with the next poll. */
  void scanNow() {
    inbox.missedSome();
    loop.wake();
  }

  void resume() {
    paused = false;
    fetcher.pause(false);
    // Nobody gave hints to a stopped bucket.
    scanNow();
  }

  void pause() {
    paused = true;
    fetcher.pause(true);
    // Other nodes may start at once what waits here for a slot.
    claimer.prefetch().giveBackUnwanted();
  }

  /** Whether a new task of the flow would have nobody before it here; a guess as soon as given. */
  boolean isIdle(Flow flow) {
    boolean isRefused = knowsFlows && table.isRefused(flow);
    return !paused && !loop.isStopping() && !busy && inbox.isEmpty() && !isRefused;
  }

  private void freed(Flow flow, boolean used) {
    if (allocator.freed(flow, used)) {
      inbox.freed(flow.key());
      loop.wake();
    }
  }

  private Duration round() {
    Duration patience = claimer.prefetch().giveBackLate();
    if (paused) {
      return UNTIL_WOKEN;
    }
    takeIn();
    // Before a refusal of one of them is told.
    knowsFlows = table.flowCount() > 0;
    allocator.retryTimer();
    List<Slot> batch = allocator.book(claimer.most());
    if (!batch.isEmpty()) {
      claim(batch);
    }
    boolean fetched = fetcher.next();
    busy = table.hasOpen();
    boolean news = fetched || !inbox.isEmpty() || fetcher.hasFound();
    boolean more = !batch.isEmpty() || news || table.isHungry();
    return more ? Duration.ZERO : Collections.min(List.of(allocator.timeUntilRetry(), patience));
  }

  private void takeIn() {
    fetcher.refreshPauses();
    if (inbox.takeOverflow()) {
      fetcher.scanNow();
      table.allowAll();
    }
    Set<String> freedKeys = inbox.takeFreedKeys();
    if (!freedKeys.isEmpty()) {
      table.allowDefinitions();
      freedKeys.forEach(table::allowKey);
    }
    inbox.takeHints().forEach(candidateFilter::offer);
    fetcher.takeInScanned();
  }

  private void claim(List<Slot> batch) {
    busy = true;
    try {
      Claimer.Answer answer = claimer.claim(batch);
      fetcher.claimed(answer);
      answer.refused().forEach(allocator::refusedByLimit);
    } catch (RuntimeException | Error broken) {
      // What wasn't claimed stands before where the next fetches begin.
      fetcher.scanNow();
      throw broken;
    }
  }
}
