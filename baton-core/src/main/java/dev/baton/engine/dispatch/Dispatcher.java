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
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.TaskStore;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  private static final int FLOWS_PER_PULL = 50;
  private static final int FLOWS_PER_LOOK = 1_000;

  private final BucketOptions options;
  private final Duration poll;
  private final Definitions definitions;
  private final Slots slots;
  private final Claimer claimer;
  private final TaskStore store;
  private final NodeRuntime runtime;
  private final Events events;
  private final Pauses pauses;
  private final Inbox inbox = new Inbox();
  private final LookAhead table;
  private final Loop loop;
  private long nextLookNanos;
  private @Nullable Long askAgainNanos;
  private @Nullable Flow lookedUpTo;

  /** The pauses that the table goes by. */
  private PausesInForce heeded;

  /** Whether freed slots matter: something is refused, or may be about to be. */
  private volatile boolean wantsSlots;

  /** Whether the bucket is stopped on this node: nothing is claimed. */
  private volatile boolean paused = true;

  /** What the adders may guess from: whether anything open is queued here. */
  private volatile boolean busy;

  public Dispatcher(BucketOptions options, NodeContext node, Slots slots, Claimer claimer) {
    this.options = options;
    this.poll = node.settings().poll();
    this.definitions = node.definitions();
    this.slots = slots;
    this.claimer = claimer;
    this.store = node.store();
    this.runtime = node.runtime();
    this.events = node.events();
    this.table = new LookAhead(options.lookAheadPerFlow(), options.lookAheadTotal());
    this.loop = new Loop("dispatcher-" + options.name(), runtime, events, this::round);
    this.nextLookNanos = runtime.nanoTime();
    this.pauses = node.pauses();
    this.heeded = pauses.inForce();
    pauses.onChange(loop::wake);
    slots.onFreed(this::freed);
  }

  public Loop loop() {
    return loop;
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
    // Nobody gave hints to a stopped bucket.
    lookNow();
  }

  void pause() {
    paused = true;
  }

  /** Whether a new task of the flow would have nobody before it here; a guess as soon as given. */
  boolean isIdle(Flow flow) {
    boolean works = !paused && !loop.isStopping() && !pauses.cover(options.name(), flow);
    return works && !busy && inbox.isEmpty() && !table.isRefused(flow);
  }

  private void freed(Flow flow) {
    if (wantsSlots) {
      inbox.freed(flow.key());
      loop.wake();
    }
  }

  private Duration round() {
    if (paused) {
      return UNTIL_WOKEN;
    }
    takeIn();
    lookIfDue();
    pull();
    boolean claimed = bookAndClaim();
    busy = table.hasOpen();
    boolean more = claimed || !inbox.isEmpty() || !table.hungry(1).isEmpty();
    return more ? Duration.ZERO : untilNextMoment();
  }

  /** A paused flow is neither kept, nor looked at, nor pulled, until it is resumed. */
  private void heedPauses() {
    PausesInForce now = pauses.inForce();
    if (now.number() != heeded.number()) {
      heeded = now;
      table.drop(flow -> now.covers(options.name(), flow));
      // What was resumed waits in the store, and nobody gives hints of it.
      nextLookNanos = runtime.nanoTime();
      lookedUpTo = null;
    }
  }

  private boolean mayRun(Flow flow) {
    return definitions.find(flow.type()) != null && !heeded.covers(options.name(), flow);
  }

  private void takeIn() {
    heedPauses();
    if (inbox.takeOverflow()) {
      nextLookNanos = runtime.nanoTime();
      table.allowAll();
    }
    if (inbox.takeFreed()) {
      table.allowTypes();
    }
    inbox.drainKeys(table::allowKey);
    inbox.drainHints(this::offer);
  }

  private void offer(Candidate candidate) {
    if (!mayRun(candidate.flow())) {
      return;
    }
    if (table.offer(candidate) == LookAhead.Offer.FULL) {
      events.emit(new TaskEvent.LookAheadFull(options.name(), candidate.flow()));
    }
  }

  /** Finds flows that no hint told of, and asks every refused one again. */
  private void lookIfDue() {
    long now = runtime.nanoTime();
    if (askAgainNanos != null && now - askAgainNanos >= 0) {
      askAgainNanos = null;
      table.allowAll();
    }
    if (now - nextLookNanos < 0) {
      return;
    }
    List<Flow> found = store.flows(options.name(), lookedUpTo, FLOWS_PER_LOOK);
    for (Flow flow : found) {
      if (mayRun(flow)) {
        table.mayHaveMore(flow);
      }
    }
    boolean more = found.size() == FLOWS_PER_LOOK;
    lookedUpTo = more ? beyond(found.get(found.size() - 1)) : null;
    table.allowAll();
    nextLookNanos = runtime.nanoTime() + (more ? 0 : poll.toNanos());
  }

  /** Where to look next: a type that can't run here is left at once, however many keys it has. */
  private Flow beyond(Flow last) {
    String type = last.type();
    boolean known = definitions.find(type) != null && !heeded.coversAllOf(options.name(), type);
    return known ? last : last.skippingItsType();
  }

  private void pull() {
    List<Flow> flows = table.hungry(FLOWS_PER_PULL);
    if (flows.isEmpty()) {
      return;
    }
    int limit = options.lookAheadPerFlow();
    List<Candidate> pulled = store.pull(options.name(), flows, limit);
    Map<Flow, Integer> counts = new HashMap<>();
    pulled.forEach(candidate -> counts.merge(candidate.flow(), 1, Integer::sum));
    for (Flow flow : flows) {
      if (counts.getOrDefault(flow, 0) < limit) {
        table.pulledAll(flow);
      }
    }
    // Offered last: what the full table then drops, its flow must remember to pull again.
    pulled.forEach(this::offer);
    flows.forEach(table::fed);
  }

  private boolean bookAndClaim() {
    if (claimer.isBehind()) {
      // Outcomes pile up: what is claimed now would only wait for its own to be written.
      askAgainNanos = runtime.nanoTime() + WHEN_BEHIND.toNanos();
      return false;
    }
    // Raised before the first booking: a slot freed between a refusal and our wait must wake us.
    wantsSlots = table.size() > 0;
    List<Claimer.Booked> batch = new ArrayList<>();
    boolean refused;
    try {
      refused = book(batch);
    } catch (RuntimeException | Error broken) {
      batch.forEach(booked -> booked.slot().free());
      throw broken;
    }
    wantsSlots = refused || table.size() > 0;
    if (batch.isEmpty()) {
      return false;
    }
    claimer.claim(batch);
    return true;
  }

  /** Fills the batch; true when somebody was refused. */
  private boolean book(List<Claimer.Booked> batch) {
    boolean refused = false;
    while (batch.size() < options.claimBatch()) {
      heedPauses();
      Candidate next = table.peek();
      if (next == null) {
        break;
      }
      TaskDefinition definition = definitions.get(next.flow().type());
      Slots.Answer answer = slots.book(next, definition);
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

  private void refuse(Candidate next, Booking.Refused refusal) {
    if (refusal.scope() == Booking.Scope.KEY) {
      table.refuseFlow(next);
    } else {
      table.refuseType(next);
    }
    events.emit(new TaskEvent.Refused(next.flow(), next.priority(), refusal.reason()));
    Duration after = refusal.askAgainAfter();
    if (after != null) {
      long at = runtime.nanoTime() + bounded(after).toNanos();
      if (askAgainNanos == null || at - askAgainNanos < 0) {
        askAgainNanos = at;
      }
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
    long least = nextLookNanos - now;
    if (askAgainNanos != null) {
      least = Math.min(least, askAgainNanos - now);
    }
    return Duration.ofNanos(Math.max(0, least));
  }
}
