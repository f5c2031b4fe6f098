package dev.baton.engine.dispatch.slot;

import dev.baton.engine.base.Events;
import dev.baton.engine.base.KnownFailures;
import dev.baton.handler.internal.Definition;
import dev.baton.limit.Booking;
import dev.baton.limit.internal.GrantedSlot;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.limit.internal.RefusedSlot;
import dev.baton.task.Flow;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.Candidate;
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

/**
 * The slots of this node: candidate → slot. A booking needs one of the node's slots and one of the
 * slots of the type's limit policy. Thread-safe.
 */
public final class Slots {
  private static final Logger LOG = LoggerFactory.getLogger(Slots.class);
  private static final Duration AFTER_A_BROKEN_POLICY = Duration.ofSeconds(1);
  private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int MAX_AHEAD = 2_000;

  private final int most;
  private final LongSupplier nanoTime;
  private final AtomicInteger used = new AtomicInteger();
  private int started;

  /** Number of slots that were freed in the current tenth of a second. */
  private int freed;

  private int freedBefore;
  private long windowNanos;
  private final KnownFailures known = new KnownFailures();
  private final List<Watcher> watchers = new CopyOnWriteArrayList<>();

  /**
   * @param nanoTime returns the time of the monotonic clock
   */
  public Slots(int most, LongSupplier nanoTime) {
    this.most = most;
    this.nanoTime = nanoTime;
    this.windowNanos = nanoTime.getAsLong();
  }

  /** Receives each freed slot. */
  @FunctionalInterface
  public interface Watcher {
    /**
     * Called when a slot of this flow was freed.
     *
     * @param used true if the slot's task was claimed; otherwise no permit of a cluster limit
     *     became free
     */
    void freed(Flow flow, boolean used);
  }

  /** The result of a booking: a slot, or the reason why there is none. */
  public sealed interface SlotBooking permits Slot, NoSlot {}

  /**
   * @param byPolicy the refusal of the type's limit policy; null if all slots of the node are in
   *     use
   */
  public record NoSlot(@Nullable RefusedSlot byPolicy) implements SlotBooking {}

  /**
   * Registers a watcher for the freed slots of all buckets and policies. The watcher must return
   * quickly.
   */
  public void onFreed(Watcher watcher) {
    watchers.add(watcher);
  }

  /**
   * Books one of the policy's slots and one of the node's slots. If the policy throws, the booking
   * counts as refused.
   *
   * <p>Only one booking runs at a time. Otherwise, one booking could take a slot for a moment and
   * give it back after a refusal. Another booking could be refused because of it and not learn that
   * the slot is free again.
   */
  public synchronized SlotBooking book(Candidate candidate, Definition definition) {
    return book(candidate, definition, 0);
  }

  /**
   * Books a slot like {@link #book}, but may also book one that will probably be free soon. The
   * task must be allowed to run again after a loss, because it is claimed before its slot is free,
   * and may be lost while it waits. Its keys must not take turns, because waiting tasks start in
   * the order of their arrival.
   */
  synchronized SlotBooking bookAhead(Candidate candidate, Definition definition) {
    boolean isByArrival =
        definition.fairShare() == null && LimitPolicies.isLocal(definition.limitPolicy());
    boolean mayWait = isByArrival && definition.onLost().isResume();
    return book(candidate, definition, mayWait ? freeSoon() : 0);
  }

  /**
   * Returns how many slots will probably become free in the next tenth of a second: as many as in
   * the last one. A busy node makes about three claims in that time. While a claim is in progress,
   * the tasks of the previous claim run. The tasks of this claim then wait for their slots.
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

  private SlotBooking book(Candidate candidate, Definition definition, int ahead) {
    if (used.get() >= most + ahead) {
      return new NoSlot(null);
    }
    Booking booking;
    try {
      booking =
          Objects.requireNonNull(definition.limitPolicy().book(candidate), "it returned null");
    } catch (RuntimeException | Error broken) {
      failed(candidate, broken, "The booking policy of {} failed. Baton asks it again in a second");
      // The policy may fail for this key only, so only this key is refused.
      return new NoSlot(
          new RefusedSlot(
              RefusedSlot.Scope.KEY,
              AFTER_A_BROKEN_POLICY,
              "the booking policy failed: " + Texts.said(broken)));
    }
    if (booking instanceof GrantedSlot granted) {
      used.incrementAndGet();
      return new Slot(candidate, granted, this);
    }
    return new NoSlot((RefusedSlot) booking);
  }

  /** Logs that the policy has thrown. This method never throws. */
  void failed(Candidate candidate, Throwable broken, String words) {
    known.log(LOG, candidate.flow().type(), broken, words, candidate.flow());
  }

  /**
   * Returns why this node would refuse the candidate a slot now; empty if it would grant one. If
   * the policy grants a slot, this method frees it before any other booking can run.
   */
  public synchronized Optional<String> refusal(Candidate candidate, Definition definition) {
    SlotBooking answer = book(candidate, definition);
    if (answer instanceof Slot slot) {
      used.decrementAndGet();
      try {
        slot.granted().release().run();
        return Optional.empty();
      } catch (RuntimeException | Error broken) {
        return Optional.of("the booking policy failed: " + Texts.said(broken));
      }
    }
    RefusedSlot byPolicy = ((NoSlot) answer).byPolicy();
    return Optional.of(
        byPolicy == null ? "all of its " + most + " slots are in use" : byPolicy.reason());
  }

  /**
   * Returns how many slots of this node are in use. The result never exceeds the node's number of
   * slots, even if more were booked ahead.
   */
  public int inUse() {
    return Math.min(used.get(), most);
  }

  /**
   * Starts the task of this slot if fewer tasks run than allowed. Returns whether the task starts.
   */
  synchronized boolean tryStart(Slot slot) {
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
