package dev.baton.engine.dispatch;

import dev.baton.api.TaskEvent;
import dev.baton.engine.Events;
import dev.baton.engine.Loop;
import dev.baton.engine.NodeContext;
import dev.baton.engine.dispatch.peer.WorkSharing;
import dev.baton.engine.dispatch.table.LookAhead;
import dev.baton.spi.NodeRuntime;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Takes into a bucket's look-ahead table what the dispatcher is told: hints, flows that scans saw,
 * freed slots; and takes out what was paused. Owned by the bucket's dispatcher, not thread-safe but
 * for what is said to be of any thread.
 */
final class Intake {
  private final String bucket;
  private final NodeRuntime runtime;
  private final Duration poll;
  private final Events events;
  private final Inbox inbox = new Inbox();
  private final OpenFlows open;
  private final LookAhead table;
  private final FetchCursors cursors;
  private final ClaimLane claims;
  private final FlowScanner scanner;
  private final ScanIntake scanIntake;

  /** When something last waited here for a slot. */
  private long workedNanos;

  /**
   * @param wake wakes the dispatcher
   */
  Intake(
      String bucket,
      NodeContext node,
      LookAhead table,
      FetchCursors cursors,
      ClaimLane claims,
      Runnable wake) {
    this.bucket = bucket;
    this.runtime = node.runtime();
    this.poll = node.settings().poll();
    this.events = node.events();
    this.open = new OpenFlows(bucket, node, claims::leavesType);
    this.claims = claims;
    this.table = table;
    this.cursors = cursors;
    this.scanner = new FlowScanner(bucket, node, inbox, wake);
    this.scanIntake = new ScanIntake(table, cursors, claims.lately(), open::mayRun, this::takeRead);
    this.workedNanos = runtime.nanoTime();
  }

  Loop scanLoop() {
    return scanner.loop();
  }

  /** Candidates of this bucket. Any thread; never blocks. */
  void hint(List<Candidate> ready) {
    inbox.hint(ready);
  }

  /**
   * Hints may have been missed: the store is scanned at once, not with the next poll. Any thread.
   */
  void missedSome() {
    inbox.missedSome();
  }

  /** A slot of this key is free. Any thread. */
  void freed(String key) {
    inbox.freed(key);
  }

  /** Whether a new task of the flow would be the only one here; a guess. Any thread. */
  boolean isIdle(Flow flow) {
    return inbox.isEmpty() && !table.isRefused(flow) && !open.isPausedNow(flow);
  }

  boolean isEmpty() {
    return inbox.isEmpty();
  }

  void resume() {
    scanner.resume();
  }

  void pause() {
    scanner.pause();
  }

  /** What was read isn't known any more: a claim failed. */
  void scanNow() {
    scanner.scanNow();
  }

  /** Tells the scan what the table has room for, and that it has forgotten something. */
  void tellScan() {
    scanner.hasRoom(!table.isNearlyFull());
    if (table.takeForgotten()) {
      scanner.scanNow();
    }
  }

  /**
   * Takes in what was put into the inbox so far.
   *
   * @param lastClaimed what this node has claimed last
   */
  void takeIn(WorkSharing sharing, @Nullable Candidate lastClaimed) {
    heedPauses();
    if (inbox.takeOverflow()) {
      scanner.scanNow();
      table.allowAll();
    }
    if (inbox.takeFreed()) {
      table.allowDefinitions();
    }
    inbox.drainKeys(table::allowKey);
    inbox.drainHints(this::offer);
    if (inbox.hasScanned()) {
      Candidate next = table.peek();
      WorkSharing.Parts parts =
          sharing.nextScan(scanner.flows(), helps(), next == null ? lastClaimed : next);
      inbox.drainScanned(seen -> scanIntake.takeIn(seen, parts));
    }
  }

  /** A node that has had nothing to do for a poll helps the others; and each now and then. */
  private boolean helps() {
    return scanner.isForAll() || runtime.nanoTime() - workedNanos > poll.toNanos();
  }

  /** Notes whether something waits here for a slot. */
  boolean hasOpen() {
    boolean hasOpen = table.hasOpen();
    if (hasOpen) {
      workedNanos = runtime.nanoTime();
    }
    return hasOpen;
  }

  /** A paused flow is neither kept, nor scanned, nor fetched, until it is resumed. */
  void heedPauses() {
    if (open.refresh()) {
      forget(open::isPaused);
    }
  }

  /** The node begins to share its work: what it has read other nodes have read too. */
  void forgetAll() {
    forget(flow -> true);
  }

  private void forget(Predicate<Flow> which) {
    table.drop(which);
    cursors.forget(which);
    // With nothing queued no freed slot was noted: a refusal may be long out of date.
    table.allowAll();
    // What is forgotten, or was resumed, waits in the store, and no hint tells of it.
    scanner.scanNow();
  }

  boolean mayRun(Flow flow) {
    return open.mayRun(flow);
  }

  /** Takes in what a hint said, if it may run here. */
  void offer(Candidate candidate) {
    if (mayRun(candidate.flow()) && !claims.leaves(candidate)) {
      tellIfFull(candidate, table.offer(candidate));
    }
  }

  /** Takes in what the store said, if it may run here. */
  void offerRead(Candidate candidate) {
    if (mayRun(candidate.flow()) && !claims.leaves(candidate)) {
      takeRead(candidate);
    }
  }

  /** Of a flow that may run. */
  private void takeRead(Candidate candidate) {
    tellIfFull(candidate, table.offerRead(candidate));
  }

  private void tellIfFull(Candidate candidate, LookAhead.Offer answer) {
    if (answer == LookAhead.Offer.FULL || answer == LookAhead.Offer.PUSHED_IN) {
      events.emit(new TaskEvent.LookAheadFull(bucket, candidate.flow()));
    }
  }
}
