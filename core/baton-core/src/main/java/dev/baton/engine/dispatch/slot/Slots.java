package dev.baton.engine.dispatch.slot;

import dev.baton.engine.base.Events;
import dev.baton.engine.base.KnownFailures;
import dev.baton.handler.internal.Definition;
import dev.baton.limit.Booking;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Books slots: the node's own limit, then the type's policy. Thread-safe. */
public final class Slots {
  private static final Logger LOG = LoggerFactory.getLogger(Slots.class);
  private static final Duration AFTER_A_BROKEN_POLICY = Duration.ofSeconds(1);
  private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int MAX_AHEAD = 2_000;

  private final int most;
  private final LongSupplier nanoTime;
  private final AtomicInteger used = new AtomicInteger();
  private int started;

  /** How many were freed in this window, which began then, and in the one before. */
  private int freed;

  private int freedBefore;
  private long windowNanos;
  private final KnownFailures known = new KnownFailures();
  private final List<Watcher> watchers = new CopyOnWriteArrayList<>();

  /**
   * @param nanoTime the monotonic clock
   */
  public Slots(int most, LongSupplier nanoTime) {
    this.most = most;
    this.nanoTime = nanoTime;
    this.windowNanos = nanoTime.getAsLong();
  }

  /** Told of freed slots. */
  @FunctionalInterface
  public interface Watcher {
    /**
     * A slot of this flow is free.
     *
     * @param used whether its task was claimed: if not, limits of the cluster have no more room
     */
    void freed(Flow flow, boolean used);
  }

  /** The answer to a booking: a slot, or why there is none. */
  public sealed interface Answer permits Slot, NoSlot {}

  /**
   * @param byPolicy what the type's policy said; null where all slots of the node are in use
   */
  public record NoSlot(Booking.@Nullable Refused byPolicy) implements Answer {}

  /** Told of every freed slot, whichever bucket or policy it belonged to; must be quick. */
  public void onFreed(Watcher watcher) {
    watchers.add(watcher);
  }

  /**
   * Books the policy's slot and the node's. A policy that throws counts as a refusal.
   *
   * <p>One booking at a time: a slot taken for a moment and given back by a refusal must not make
   * another booking be refused, since nobody would tell it that the slot is free again.
   */
  public synchronized Answer book(Candidate candidate, Definition definition) {
    return book(candidate, definition, 0);
  }

  /**
   * Books as {@link #book} does, and also a slot that is likely to be free soon: for tasks that may
   * be resumed, since one that waits for its slot is held though it never began; and whose keys
   * don't take turns, since those that wait for slots start by arrival.
   */
  synchronized Answer bookAhead(Candidate candidate, Definition definition) {
    boolean isByArrival = definition.fairShare() == null && definition.limitPolicy().isLocal();
    boolean mayWait = isByArrival && definition.onLost().isResume();
    return book(candidate, definition, mayWait ? freeSoon() : 0);
  }

  /**
   * How many slots are likely to become free within the next tenth of a second: as many as in the
   * last one. That is the time of some three claims of a busy node: while one is under way, what
   * the one before it got is run, and what it gets is waiting.
   */
  private int freeSoon() {
    long passed = nanoTime.getAsLong() - windowNanos;
    if (passed >= WINDOW_NANOS) {
      freedBefore = (int) Math.min(MAX_AHEAD, freed * WINDOW_NANOS / passed);
      freed = 0;
      windowNanos += passed;
    }
    return freedBefore;
  }

  private Answer book(Candidate candidate, Definition definition, int ahead) {
    if (used.get() >= most + ahead) {
      return new NoSlot(null);
    }
    Booking booking;
    try {
      booking =
          Objects.requireNonNull(definition.limitPolicy().book(candidate), "it answered null");
    } catch (RuntimeException | Error broken) {
      failed(candidate, broken, "The booking policy of {} failed: Baton asks it again in a second");
      // It may fail for this key alone.
      return new NoSlot(
          new Booking.Refused(
              Booking.Scope.KEY,
              AFTER_A_BROKEN_POLICY,
              "the booking policy failed: " + Texts.said(broken)));
    }
    if (booking instanceof Booking.Granted held) {
      used.incrementAndGet();
      return new Slot(candidate, held, this);
    }
    return new NoSlot((Booking.Refused) booking);
  }

  /** The policy's code has failed; never throws. */
  void failed(Candidate candidate, Throwable broken, String words) {
    known.log(LOG, candidate.flow().type(), broken, words, candidate.flow());
  }

  /**
   * Why this node would refuse the candidate a slot now; empty when it wouldn't. A slot that the
   * policy gives is given back before any other booking can meet it.
   */
  public synchronized Optional<String> refusal(Candidate candidate, Definition definition) {
    Answer answer = book(candidate, definition);
    if (answer instanceof Slot slot) {
      used.decrementAndGet();
      try {
        slot.held().release().run();
        return Optional.empty();
      } catch (RuntimeException | Error broken) {
        return Optional.of("the booking policy failed: " + Texts.said(broken));
      }
    }
    Booking.Refused byPolicy = ((NoSlot) answer).byPolicy();
    return Optional.of(
        byPolicy == null ? "all of its " + most + " slots are in use" : byPolicy.reason());
  }

  /** Slots in use on this node: booked ahead or not, there are no more than there are. */
  public int inUse() {
    return Math.min(used.get(), most);
  }

  /** Whether the task of this slot may be started now; it counts as started from here on. */
  synchronized boolean mayStart(Slot slot) {
    slot.started = started < most;
    started += slot.started ? 1 : 0;
    return slot.started;
  }

  void freed(Slot slot, boolean wasUsed) {
    synchronized (this) {
      used.decrementAndGet();
      if (slot.started) {
        started--;
        freeSoon();
        freed++;
      }
    }
    Events.each(watchers, watcher -> watcher.freed(slot.candidate().flow(), wasUsed));
  }
}
