package dev.baton.engine.dispatch;

import dev.baton.cluster.BucketOptions;
import dev.baton.engine.attempt.unknown.UnknownTasks;
import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.dispatch.claim.Claimer;
import dev.baton.engine.dispatch.fetch.FetchCursors;
import dev.baton.engine.dispatch.fetch.Fetcher;
import dev.baton.engine.dispatch.slot.Slot;
import dev.baton.engine.dispatch.slot.SlotAllocator;
import dev.baton.engine.dispatch.slot.Slots;
import dev.baton.engine.dispatch.slot.StateSlots;
import dev.baton.engine.dispatch.table.CandidateFilter;
import dev.baton.engine.dispatch.table.LookAheadTable;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Claims the tasks of one bucket on this node, on its own thread: candidate → slot → claim. In each
 * round it reads hints and scan results, books slots for the next candidates, claims them, and
 * fetches more candidates. While the database processes a claim, further candidates arrive. So
 * batches are small under low load and large under high load.
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

  /** Returns whether the bucket runs on this node. A stopped bucket claims nothing. */
  private final BooleanSupplier runs;

  /**
   * True if at least one candidate that no limit has refused waits here. Code that adds tasks uses
   * this as an estimate.
   */
  private volatile boolean busy;

  /** True if the table has any flow. Without a flow, no flow can be refused. */
  private volatile boolean knowsFlows;

  /**
   * @param running the buckets that run on this node
   * @param shares returns this node's share of a flow's tasks; used while several nodes read the
   *     flow
   */
  public Dispatcher(
      BucketOptions options,
      NodeContext node,
      RunningBuckets running,
      Slots slots,
      StateSlots stateSlots,
      UnknownTasks unknown,
      Claimer claimer,
      Function<Flow, Share> shares) {
    String name = options.name();
    this.runs = () -> running.isRunning(name);
    this.loop = new Loop("dispatcher-" + name, node.runtime(), node.events(), this::round);
    FetchCursors cursors = new FetchCursors();
    this.table =
        new LookAheadTable(
            options.lookAheadPerFlow(),
            options.lookAheadTotal(),
            node.definitions()::nameFor,
            type -> node.definitions().turnsOf(name, type, options.lookAheadTotal() / 4),
            cursors::include);
    this.candidateFilter = new CandidateFilter(name, node, unknown, stateSlots::isInLine, table);
    this.claimer = claimer;
    this.fetcher = new Fetcher(node, candidateFilter, cursors, runs, shares, loop::wake);
    this.allocator =
        new SlotAllocator(node, slots, candidateFilter, claimer.room(), options.claimBatch());
    node.pauses().onChange(loop::wake);
    node.definitions().onChange(this::scanNow);
    slots.onFreed(this::freed);
  }

  List<Loop> loops() {
    return List.of(loop, fetcher.loop());
  }

  /** Returns the loop that searches for ready tasks. */
  Loop scanner() {
    return fetcher.loop();
  }

  /**
   * Receives ready tasks of this bucket. A stopped bucket ignores them. Any thread may call this;
   * it never blocks.
   */
  public void hint(List<Candidate> ready) {
    if (runs.getAsBoolean()) {
      inbox.hint(ready);
      loop.wake();
    }
  }

  /** Scans the store at once instead of at the next poll, because hints may have been lost. */
  void scanNow() {
    inbox.missedSome();
    loop.wake();
  }

  /** Continues after the bucket was started. */
  void started() {
    // While the bucket was stopped, it ignored hints.
    scanNow();
  }

  /**
   * Gives back the tasks that wait here for a slot, because the bucket was stopped. Other nodes can
   * then start them at once.
   */
  void stopped() {
    claimer.prefetch().giveBackUnwanted();
  }

  /**
   * Returns whether this bucket would probably start a new task of the flow before all others. The
   * result may be outdated at once.
   */
  boolean isIdle(Flow flow) {
    boolean isRefused = knowsFlows && table.isRefused(flow);
    return runs.getAsBoolean() && !loop.isStopping() && !busy && inbox.isEmpty() && !isRefused;
  }

  private void freed(Flow flow, boolean used) {
    if (allocator.freed(flow, used)) {
      inbox.freed(flow.key());
      loop.wake();
    }
  }

  private Duration round() {
    Duration patience = claimer.prefetch().giveBackLate();
    if (!runs.getAsBoolean()) {
      return UNTIL_WOKEN;
    }
    takeIn();
    // Set this before any flow's refusal can be reported.
    knowsFlows = table.flowCount() > 0;
    allocator.retryRefused();
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
      for (String key : freedKeys) {
        table.allowKey(key);
      }
    }
    for (Candidate hinted : inbox.takeHints()) {
      candidateFilter.offer(hinted);
    }
    fetcher.takeInScanned();
  }

  private void claim(List<Slot> batch) {
    busy = true;
    try {
      Claimer.ClaimResult answer = claimer.claim(batch);
      fetcher.claimed(answer);
      answer.refused().forEach(allocator::refusedByLimit);
    } catch (RuntimeException | Error broken) {
      // Later fetches start after these candidates. Only a scan finds the tasks that were not
      // claimed.
      fetcher.scanNow();
      throw broken;
    }
  }
}
