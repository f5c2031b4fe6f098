package dev.baton.engine.dispatch;

import dev.baton.api.BucketOptions;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskEvent;
import dev.baton.engine.Definitions;
import dev.baton.engine.Events;
import dev.baton.engine.Loop;
import dev.baton.engine.NodeContext;
import dev.baton.engine.cluster.Pauses;
import dev.baton.engine.cluster.PausesInForce;
import dev.baton.engine.dispatch.peer.WorkSharing;
import dev.baton.spi.NodeRuntime;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread of a bucket on this node: it takes hints in, pulls what no hint told, books the
 * next candidates and has them claimed. While a claim is under way the next batch collects, so
 * batches are small when there is little to do and large when there is much.
 */
public final class Dispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
  private static final Duration UNTIL_WOKEN = Duration.ofMinutes(1);
  private static final Duration WHEN_BEHIND = Duration.ofMillis(20);

  private final BucketOptions options;
  private final Duration poll;
  private final Definitions definitions;
  private final Slots slots;
  private final Claimer claimer;
  private final NodeRuntime runtime;
  private final Events events;
  private final Pauses pauses;
  private final Inbox inbox = new Inbox();
  private final Marks marks;
  private final LookAhead table;
  private final Loop loop;
  private final Looker looker;
  private final PullLane lane;
  private final ClaimLanes claims;
  private final ClaimedLately claimedLately;
  private final WorkSharing sharing;
  private final Puller puller;
  private final Sightings sightings;
  private final AskAgain askAgain;
  private final Refusals refusals;
  private @Nullable Candidate lastClaimed;

  /** Whether the last claim failed: the next one fails in this loop's own round, if it does. */
  private boolean lastFailed;

  /** When something last waited here for a slot. */
  private long workedNanos;

  /** The pauses that the table goes by. */
  private PausesInForce heeded;

  /** Whether freed slots matter: something is refused, or may be about to be. */
  private volatile boolean wantsSlots;

  /** Whether the bucket is stopped on this node: nothing is claimed. */
  private volatile boolean paused = true;

  /** What the adders may guess from: whether anything open is queued here. */
  private volatile boolean busy;

  public Dispatcher(
      BucketOptions options, NodeContext node, Slots slots, Claimer claimer, WorkSharing sharing) {
    this.options = options;
    this.poll = node.settings().poll();
    this.definitions = node.definitions();
    this.slots = slots;
    this.claimer = claimer;
    this.runtime = node.runtime();
    this.events = node.events();
    this.marks = new Marks();
    this.table =
        new LookAhead(
            options.lookAheadPerFlow(),
            options.lookAheadTotal(),
            definitions::nameFor,
            marks::include);
    this.askAgain = new AskAgain(runtime::nanoTime, poll);
    this.refusals = new Refusals(table, this::offer, askAgain, node);
    this.loop = new Loop("dispatcher-" + options.name(), runtime, events, this::round);
    this.pauses = node.pauses();
    this.heeded = pauses.inForce();
    pauses.onChange(loop::wake);
    this.lane = new PullLane(options.name(), node, loop::wake);
    this.claims = new ClaimLanes(options.name(), node, loop::wake);
    this.claimedLately = new ClaimedLately(one -> claims.isClaiming(one) || claimer.leaves(one));
    this.sharing = sharing;
    this.puller =
        new Puller(options, node, sharing, table, marks, claimedLately, claims, lane, this::mayRun);
    this.sightings = new Sightings(table, marks, claimedLately, this::mayRun, this::take);
    this.looker = new Looker(options.name(), node, inbox, loop::wake);
    this.workedNanos = runtime.nanoTime();
    slots.onFreed(this::freed);
  }

  List<Loop> loops() {
    List<Loop> loops = new ArrayList<>(List.of(loop, looker.loop(), lane.loop()));
    loops.addAll(claims.loops());
    return loops;
  }

  /** Candidates of this bucket. Any thread; never blocks. */
  public void hint(List<Candidate> ready) {
    inbox.hint(ready);
    loop.wake();
  }

  /** Hints may have been missed: the store is asked at once, not with the next poll. */
  void lookNow() {
    inbox.missedSome();
    loop.wake();
  }

  void resume() {
    paused = false;
    looker.resume();
    // Nobody gave hints to a stopped bucket.
    lookNow();
  }

  void pause() {
    paused = true;
    looker.pause();
    // Other nodes may start at once what waits here for a slot.
    claimer.giveBackUnwanted();
  }

  /** Whether a new task of the flow would have nobody before it here; a guess as soon as given. */
  boolean isIdle(Flow flow) {
    boolean works = !paused && !loop.isStopping() && !pauses.cover(options.name(), flow);
    return works && !busy && inbox.isEmpty() && !table.isRefused(flow);
  }

  private void freed(Flow flow, boolean used) {
    if (used) {
      refusals.open(flow.type());
    }
    if (wantsSlots) {
      inbox.freed(flow.key());
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
    takeIn();
    if (askAgain.takeDue()) {
      table.allowAll();
    }
    puller.pull(this::take);
    List<Claimer.Booked> batch = claims.hasRoom() ? book() : List.of();
    puller.pullBeside();
    boolean claimed = !batch.isEmpty();
    if (claimed) {
      claim(batch);
      settleAnswered();
    }
    if (table.hasOpen()) {
      workedNanos = runtime.nanoTime();
    }
    looker.hasRoom(!table.isNearlyFull());
    if (table.takeForgotten()) {
      looker.lookNow();
    }
    busy = table.hasOpen() || puller.isPulling() || !claims.isEmpty();
    // Freed slots are of no use before one more may be claimed; all else in the inbox wakes.
    boolean news = claims.hasRoom() && !inbox.isEmpty();
    boolean more = claimed || news || puller.isWanting();
    return more ? Duration.ZERO : shorter(askAgain.untilDue(), claimer.patience());
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  /** A paused flow is neither kept, nor looked at, nor pulled, until it is resumed. */
  private void heedPauses() {
    PausesInForce now = pauses.inForce();
    if (now.number() != heeded.number()) {
      heeded = now;
      forget(flow -> isPaused(flow, now));
    }
  }

  private boolean isPaused(Flow flow, PausesInForce now) {
    return now.covers(options.name(), flow);
  }

  private void forget(Predicate<Flow> which) {
    table.drop(which);
    marks.forget(which);
    // With nothing queued nobody heard of freed slots: a refusal may be long out of date.
    table.allowAll();
    // What is forgotten, or was resumed, waits in the store, and nobody gives hints of it.
    looker.lookNow();
  }

  private boolean mayRun(Flow flow) {
    boolean known = definitions.find(flow.type()) != null && !claimer.leavesType(flow.type());
    return known && !isPaused(flow, heeded);
  }

  private void takeIn() {
    heedPauses();
    if (inbox.takeOverflow()) {
      looker.lookNow();
      table.allowAll();
    }
    if (inbox.takeFreed()) {
      table.allowDefinitions();
    }
    inbox.drainKeys(table::allowKey);
    inbox.drainHints(this::offer);
    if (inbox.hasSightings()) {
      WorkSharing.Parts parts = partsOfScan();
      inbox.drainSightings(seen -> sightings.takeIn(seen, parts));
    }
  }

  /** A node that has had nothing to do for a poll helps the others. */
  private WorkSharing.Parts partsOfScan() {
    boolean isIdle = runtime.nanoTime() - workedNanos > poll.toNanos();
    Candidate next = table.peek();
    return sharing.nextScan(
        looker.flows(), isIdle || looker.isForAll(), next == null ? lastClaimed : next);
  }

  private void offer(Candidate candidate) {
    if (mayRun(candidate.flow()) && !claimer.leaves(candidate)) {
      take(candidate);
    }
  }

  /** Of a flow that may run. */
  private void take(Candidate candidate) {
    LookAhead.Offer answer = table.offer(candidate);
    if (answer == LookAhead.Offer.FULL || answer == LookAhead.Offer.PUSHED_IN) {
      events.emit(new TaskEvent.LookAheadFull(options.name(), candidate.flow()));
    }
  }

  private List<Claimer.Booked> book() {
    List<Claimer.Booked> batch = new ArrayList<>();
    if (claimer.isBehind()) {
      // Outcomes pile up: what is claimed now would only wait for its own to be written.
      askAgain.in(WHEN_BEHIND);
      return batch;
    }
    // Again, as late as can be: a pull may have been long under way.
    heedPauses();
    // Raised before the first booking: a slot freed between a refusal and our wait must wake us.
    wantsSlots = table.size() > 0;
    boolean refused;
    try {
      refused = book(batch);
    } catch (RuntimeException | Error broken) {
      batch.forEach(booked -> booked.slot().free());
      throw broken;
    }
    wantsSlots = refused || table.size() > 0;
    return batch;
  }

  /**
   * Beside what is being claimed, or where more waits. A lone task waits for no other thread, and
   * beside nodes that claim the same it is they who claim meanwhile.
   */
  private void claim(List<Claimer.Booked> batch) {
    lastClaimed = batch.get(batch.size() - 1).candidate();
    boolean full = batch.size() == options.claimBatch();
    boolean beside = !lastFailed && !sharing.isContended() && (full || !claims.isEmpty());
    for (Claiming claiming : claimer.claimings(batch)) {
      // Claims within limits of the cluster wait for one another at the limits' rows.
      if (beside && !claiming.isLimited()) {
        claims.begin(claiming);
      } else {
        claims.ask(claiming);
      }
    }
  }

  /** In the order in which they were begun: so do their tasks start. */
  private void settleAnswered() {
    Claiming next = claims.takeAnswered();
    if (next != null) {
      try {
        settle(next);
      } finally {
        settleAnswered();
      }
    }
  }

  /** Gives back what was being claimed when this loop ended, if it is answered by now. */
  void settleRest() {
    if (!loop.hasEnded()) {
      return;
    }
    for (Claiming next = claims.takeRest(); next != null; next = claims.takeRest()) {
      try {
        claimer.settle(next);
      } catch (RuntimeException | Error broken) {
        LOG.warn(
            "A claim failed while the bucket {} stopped: {}. This node looks for its tasks",
            options.name(),
            broken.getMessage());
      }
    }
  }

  private void settle(Claiming claiming) {
    Claimer.Answer answer;
    try {
      lastFailed = true;
      answer = claimer.settle(claiming);
      lastFailed = false;
    } catch (RuntimeException | Error broken) {
      // What wasn't claimed stands before where the next pulls begin.
      looker.lookNow();
      throw broken;
    }
    if (!claiming.isLimited()) {
      // Those that wait for one another aren't claimed ahead.
      slots.claimTook(claiming.tookNanos());
    }
    claimedLately.add(claiming.claimed(), runtime.nanoTime());
    if (sharing.claimed(claiming.size(), answer.missed())) {
      // What was read so far the other nodes have read as well, and claim in the same order.
      puller.forget();
      forget(flow -> true);
    }
    answer.refused().forEach(refusals::refuse);
  }

  /** Fills the batch; true for a refusal. */
  private boolean book(List<Claimer.Booked> batch) {
    boolean refused = false;
    boolean batchIsLocal = true;
    while (batch.size() < options.claimBatch()) {
      heedPauses();
      Candidate next = table.peek();
      if (next == null) {
        break;
      }
      if (refusals.isClosed(next)) {
        refused = true;
        continue;
      }
      TaskDefinition definition = definitions.get(next.flow().type());
      boolean local = definition.concurrency().isLocal();
      if (!batch.isEmpty() && local != batchIsLocal) {
        // Claims of two kinds are two calls: pauses are heeded again between them.
        break;
      }
      if (!local && !claims.isEmpty()) {
        // It is asked for by this thread, which couldn't start meanwhile what the others get.
        break;
      }
      batchIsLocal = local;
      Slots.Answer answer = slots.bookAhead(next, definition);
      if (answer instanceof Slots.Answer.NodeFull) {
        return true;
      }
      if (answer instanceof Slots.Answer.Booked booked) {
        table.remove(next);
        batch.add(new Claimer.Booked(next, booked.slot()));
      } else {
        refused = true;
        refusals.refuse(next, ((Slots.Answer.Refused) answer).refusal());
      }
    }
    return refused;
  }
}
