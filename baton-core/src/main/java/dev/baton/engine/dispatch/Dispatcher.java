package dev.baton.engine.dispatch;

import dev.baton.api.BucketOptions;
import dev.baton.engine.Loop;
import dev.baton.engine.NodeContext;
import dev.baton.engine.dispatch.Claimer.Booked;
import dev.baton.engine.dispatch.peer.WorkSharing;
import dev.baton.engine.dispatch.table.LookAhead;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.time.Duration;
import java.util.List;

/**
 * The one thread of a bucket on this node: it takes hints in, fetches what no hint told of, books
 * the next candidates and has them claimed. While a claim is under way the next batch collects, so
 * batches are small when there is little to do and large when there is much.
 */
public final class Dispatcher {
  private static final Duration UNTIL_WOKEN = Duration.ofMinutes(1);

  private final Loop loop;
  private final LookAhead table;
  private final Intake intake;
  private final Fetcher fetcher;
  private final Booker booker;
  private final Claimer claimer;
  private final ClaimLane claims;
  private final WorkSharing sharing;

  /** Whether the bucket is stopped on this node: nothing is claimed. */
  private volatile boolean paused = true;

  /** What the adders may guess from: whether anything open is queued here. */
  private volatile boolean busy;

  public Dispatcher(
      BucketOptions options, NodeContext node, Slots slots, Claimer claimer, WorkSharing sharing) {
    String name = options.name();
    this.loop = new Loop("dispatcher-" + name, node.runtime(), node.events(), this::round);
    FetchCursors cursors = new FetchCursors();
    this.table =
        new LookAhead(
            options.lookAheadPerFlow(),
            options.lookAheadTotal(),
            node.definitions()::nameFor,
            cursors::include);
    this.claims = new ClaimLane(options, node, claimer, loop::wake);
    this.intake = new Intake(name, node, table, cursors, claims, loop::wake);
    this.fetcher = new Fetcher(options, node, table, cursors, claims, sharing);
    this.booker = new Booker(options, node, slots, table, intake);
    this.claimer = claimer;
    this.sharing = sharing;
    node.pauses().onChange(loop::wake);
    slots.onFreed(this::freed);
  }

  List<Loop> loops() {
    return List.of(loop, intake.scanLoop(), claims.loop());
  }

  /** Candidates of this bucket. Any thread; never blocks. */
  public void hint(List<Candidate> ready) {
    intake.hint(ready);
    loop.wake();
  }

  /** Hints may have been missed: the store is scanned at once, not with the next poll. */
  void scanNow() {
    intake.missedSome();
    loop.wake();
  }

  void resume() {
    paused = false;
    intake.resume();
    // Nobody gave hints to a stopped bucket.
    scanNow();
  }

  void pause() {
    paused = true;
    intake.pause();
    // Other nodes may start at once what waits here for a slot.
    claimer.giveBackUnwanted();
  }

  /** Whether a new task of the flow would have nobody before it here; a guess as soon as given. */
  boolean isIdle(Flow flow) {
    return !paused && !loop.isStopping() && !busy && intake.isIdle(flow);
  }

  private void freed(Flow flow, boolean used) {
    if (booker.freed(flow, used)) {
      intake.freed(flow.key());
      if (claims.hasRoom()) {
        loop.wake();
      }
    }
  }

  private Duration round() {
    claimer.giveBackLate();
    settleAnswered();
    if (paused) {
      return UNTIL_WOKEN;
    }
    intake.takeIn(sharing, claims.last());
    booker.askAgain();
    List<Booked> batch = claims.hasRoom() ? book() : List.of();
    if (!batch.isEmpty()) {
      // Where there is nothing else to do a lone task needn't wait for another thread.
      claims.begin(batch, table.hasOpen() || table.isHungry());
    }
    boolean fetched = fetcher.fetch(intake);
    settleAnswered();
    intake.tellScan();
    busy = intake.hasOpen() || !claims.isEmpty();
    // Freed slots are of no use before one more may be claimed; all else in the inbox wakes.
    boolean news = claims.hasRoom() && (fetched || !intake.isEmpty());
    boolean more = !batch.isEmpty() || news || table.isHungry();
    return more ? Duration.ZERO : shorter(booker.untilAskedAgain(), claimer.patience());
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  private List<Booked> book() {
    if (claimer.isBehind()) {
      booker.rest();
      return List.of();
    }
    return booker.book(!claims.isEmpty(), claimer.mostAtATime());
  }

  /** In the order in which they were begun. */
  private void settleAnswered() {
    for (ClaimLane.Batch next = claims.takeAnswered(); next != null; next = claims.takeAnswered()) {
      settle(next);
    }
  }

  private void settle(ClaimLane.Batch batch) {
    Claimer.Answer answer;
    try {
      answer = batch.answer();
    } catch (RuntimeException | Error broken) {
      // What wasn't claimed stands before where the next fetches begin.
      intake.scanNow();
      throw broken;
    }
    if (sharing.claimed(batch.size(), answer.missed())) {
      // What was read so far the other nodes have read as well, and claim in the same order.
      intake.forgetAll();
    }
    booker.refused(answer.refused());
  }

  /** Gives back the slots of what was to be claimed when this loop ended. */
  void settleRest() {
    if (loop.hasEnded()) {
      claims.giveBackRest();
    }
  }
}
