package dev.baton.engine.dispatch;

import dev.baton.api.Booking;
import dev.baton.api.BucketOptions;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskEvent;
import dev.baton.engine.Definitions;
import dev.baton.engine.Events;
import dev.baton.engine.Loop;
import dev.baton.engine.NodeContext;
import dev.baton.engine.cluster.Pauses;
import dev.baton.engine.cluster.PausesInForce;
import dev.baton.engine.cluster.Rivals;
import dev.baton.spi.NodeRuntime;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The one thread of a bucket on this node: it takes hints in, pulls what no hint told, books the
 * next candidates and has them claimed. While a claim is under way the next batch collects, so
 * batches are small when there is little to do and large when there is much.
 */
public final class Dispatcher {
  private static final Duration UNTIL_WOKEN = Duration.ofMinutes(1);
  private static final Duration SOONEST = Duration.ofMillis(1);
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
  private final ClosedLimits closed;
  private final Loop loop;
  private final Looker looker;
  private final PullLane lane;
  private final ClaimLane claimLane;
  private final Rivalry rivalry;
  private final Puller puller;
  private final Sightings sightings;
  private @Nullable Candidate lastClaimed;

  /** When something last waited here for a slot. */
  private long workedNanos;

  private long nextAskNanos;
  private @Nullable Long askAgainNanos;

  /** The pauses that the table goes by. */
  private PausesInForce heeded;

  /** Whether freed slots matter: something is refused, or may be about to be. */
  private volatile boolean wantsSlots;

  /** Whether the bucket is stopped on this node: nothing is claimed. */
  private volatile boolean paused = true;

  /** What the adders may guess from: whether anything open is queued here. */
  private volatile boolean busy;

  public Dispatcher(
      BucketOptions options, NodeContext node, Slots slots, Claimer claimer, Rivals rivals) {
    this.options = options;
    this.poll = node.settings().poll();
    this.definitions = node.definitions();
    this.slots = slots;
    this.claimer = claimer;
    this.runtime = node.runtime();
    this.events = node.events();
    this.marks = new Marks();
    this.table =
        new LookAhead(options.lookAheadPerFlow(), options.lookAheadTotal(), marks::include);
    this.closed = new ClosedLimits(runtime);
    this.loop = new Loop("dispatcher-" + options.name(), runtime, events, this::round);
    this.pauses = node.pauses();
    this.heeded = pauses.inForce();
    pauses.onChange(loop::wake);
    this.lane = new PullLane(options.name(), node, loop::wake);
    this.claimLane = new ClaimLane(options.name(), node);
    this.rivalry = new Rivalry(flow -> rivals.share(options.name(), flow.type()));
    this.puller = new Puller(options, node, rivalry, table, marks, lane, this::mayRun);
    this.sightings = new Sightings(table, marks, rivalry, this::mayRun, this::offer);
    this.looker = new Looker(options.name(), node, inbox, loop::wake);
    this.nextAskNanos = runtime.nanoTime();
    this.workedNanos = nextAskNanos;
    slots.onFreed(this::freed);
  }

  List<Loop> loops() {
    return List.of(loop, looker.loop(), lane.loop(), claimLane.loop());
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
  }

  /** Whether a new task of the flow would have nobody before it here; a guess as soon as given. */
  boolean isIdle(Flow flow) {
    boolean works = !paused && !loop.isStopping() && !pauses.cover(options.name(), flow);
    return works && !busy && inbox.isEmpty() && !table.isRefused(flow);
  }

  private void freed(Flow flow, boolean used) {
    if (used) {
      closed.open(flow.type());
    }
    if (wantsSlots) {
      inbox.freed(flow.key());
      loop.wake();
    }
  }

  private Duration round() {
    claimer.giveBackLate();
    if (paused) {
      return UNTIL_WOKEN;
    }
    takeIn();
    askAgainIfDue();
    puller.pull(this::offer);
    List<Claimer.Booked> batch = book();
    puller.pullBeside(batch);
    boolean claimed = !batch.isEmpty();
    if (claimed) {
      claim(batch);
    }
    if (table.hasOpen()) {
      workedNanos = runtime.nanoTime();
    }
    busy = table.hasOpen() || puller.isPulling();
    boolean more = claimed || !inbox.isEmpty() || puller.isWanting();
    return more ? Duration.ZERO : untilNextMoment();
  }

  /** A paused flow is neither kept, nor looked at, nor pulled, until it is resumed. */
  private void heedPauses() {
    PausesInForce now = pauses.inForce();
    if (now.number() != heeded.number()) {
      heeded = now;
      forget(flow -> now.covers(options.name(), flow));
    }
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
    return definitions.find(flow.type()) != null && !heeded.covers(options.name(), flow);
  }

  private void takeIn() {
    heedPauses();
    if (inbox.takeOverflow()) {
      looker.lookNow();
      table.allowAll();
    }
    if (inbox.takeFreed()) {
      table.allowTypes();
    }
    inbox.drainKeys(table::allowKey);
    inbox.drainHints(this::offer);
    if (inbox.hasSightings()) {
      Division division = divide();
      inbox.drainSightings(seen -> sightings.takeIn(seen, division));
    }
  }

  /** Null where this node is alone. Who has had nothing to do for a poll helps the others. */
  private @Nullable Division divide() {
    if (!rivalry.dividesNext()) {
      return null;
    }
    boolean isIdle = runtime.nanoTime() - workedNanos > poll.toNanos();
    Candidate next = table.peek();
    return new Division(
        looker.flows(), isIdle || looker.isForAll(), next == null ? lastClaimed : next);
  }

  private void offer(Candidate candidate) {
    if (!mayRun(candidate.flow())) {
      return;
    }
    if (table.offer(candidate) == LookAhead.Offer.FULL) {
      events.emit(new TaskEvent.LookAheadFull(options.name(), candidate.flow()));
    }
  }

  /** Asks every refused flow again, once a poll or when a policy said so. */
  private void askAgainIfDue() {
    long now = runtime.nanoTime();
    boolean asked = askAgainNanos != null && now - askAgainNanos >= 0;
    if (asked) {
      askAgainNanos = null;
    }
    if (now - nextAskNanos >= 0) {
      nextAskNanos = now + poll.toNanos();
      asked = true;
    }
    if (asked) {
      table.allowAll();
    }
  }

  private List<Claimer.Booked> book() {
    List<Claimer.Booked> batch = new ArrayList<>();
    if (claimer.isBehind()) {
      // Outcomes pile up: what is claimed now would only wait for its own to be written.
      askAgainNanos = runtime.nanoTime() + WHEN_BEHIND.toNanos();
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

  private void claim(List<Claimer.Booked> batch) {
    Claimer.Answer answer;
    long began = runtime.nanoTime();
    lastClaimed = batch.get(batch.size() - 1).candidate();
    try {
      answer = claimer.claim(batch, options.claimBatch(), claimLane);
      if (batch.get(0).slot().permits().isEmpty()) {
        // Others wait for one another at the limits' rows, and aren't claimed ahead.
        slots.claimTook(runtime.nanoTime() - began);
      }
    } catch (RuntimeException | Error broken) {
      // What wasn't claimed stands before where the next pulls begin.
      looker.lookNow();
      throw broken;
    }
    if (answer.missed() == 0 && answer.refused().isEmpty()) {
      sightings.claimed(batch.stream().map(Claimer.Booked::candidate).toList(), runtime.nanoTime());
    }
    boolean knewOfRivals = rivalry.isUnderWay();
    rivalry.claimed(answer.missed(), batch.size());
    if (!knewOfRivals && rivalry.isUnderWay()) {
      // What was read so far others have read as well, and claim in the same order.
      puller.forget();
      forget(flow -> true);
    }
    answer.refused().forEach(this::refuse);
  }

  /** Fills the batch, or two of tasks without limits of the cluster; true for a refusal. */
  private boolean book(List<Claimer.Booked> batch) {
    boolean refused = false;
    boolean batchIsLocal = true;
    while (batch.size() < options.claimBatch() * (batchIsLocal ? 2 : 1)) {
      heedPauses();
      Candidate next = table.peek();
      if (next == null) {
        break;
      }
      if (isClosed(next)) {
        refused = true;
        continue;
      }
      TaskDefinition definition = definitions.get(next.flow().type());
      boolean local = definition.concurrency().isLocal();
      if (!batch.isEmpty() && local != batchIsLocal) {
        // Claims of two kinds are two calls: pauses are heeded again between them.
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
        refuse(next, ((Slots.Answer.Refused) answer).refusal());
      }
    }
    return refused;
  }

  /** A limit of the cluster that has just refused isn't asked again before it is worth it. */
  private boolean isClosed(Candidate next) {
    ClosedLimits.Wait wait = closed.waitOf(next);
    if (wait == null) {
      return false;
    }
    if (wait.wholeType()) {
      table.refuseType(next);
    } else {
      table.refuseFlow(next);
    }
    askAgainIn(wait.left());
    return true;
  }

  /** Back into the table, at its place in the order, until the limit may have a permit. */
  private void refuse(Claimer.Refused refused) {
    Candidate candidate = refused.candidate();
    askAgainIn(closed.close(candidate, refused.refusal()));
    offer(candidate);
    String limit = refused.refusal().permit().limit();
    events.emit(
        new TaskEvent.Refused(
            candidate.flow(), candidate.priority(), "cluster limit " + limit + " is full"));
  }

  private void refuse(Candidate next, Booking.Refused refusal) {
    if (refusal.scope() == Booking.Scope.KEY) {
      table.refuseFlow(next);
    } else {
      table.refuseType(next);
    }
    events.emit(new TaskEvent.Refused(next.flow(), next.priority(), refusal.reason()));
    Duration after = refusal.askAgainAfter();
    if (after != null) {
      askAgainIn(after);
    }
  }

  private void askAgainIn(Duration wait) {
    long at = runtime.nanoTime() + bounded(wait).toNanos();
    if (askAgainNanos == null || at - askAgainNanos < 0) {
      askAgainNanos = at;
    }
  }

  /** A policy's wish, within reason: no wait at all would make this loop spin. */
  private static Duration bounded(Duration wish) {
    if (wish.compareTo(SOONEST) < 0) {
      return SOONEST;
    }
    return wish.compareTo(UNTIL_WOKEN) > 0 ? UNTIL_WOKEN : wish;
  }

  private Duration untilNextMoment() {
    long now = runtime.nanoTime();
    long least = nextAskNanos - now;
    if (askAgainNanos != null) {
      least = Math.min(least, askAgainNanos - now);
    }
    return Duration.ofNanos(Math.max(0, least));
  }
}
