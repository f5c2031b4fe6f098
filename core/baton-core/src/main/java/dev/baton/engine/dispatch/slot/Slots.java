package dev.baton.engine.dispatch.slot;

import dev.baton.engine.base.Events;
import dev.baton.engine.base.KnownFailures;
import dev.baton.handler.internal.Definition;
import dev.baton.limit.Booking;
import dev.baton.limit.internal.GrantedSlot;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.limit.internal.RefusedSlot;
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

/**
 * The slots of this node. Books one of the node's own slots, then one of the type's policy:
 * candidate → slot. Thread-safe.
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

  /** Number of slots freed in this window. */
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

  /** Receives a call for each freed slot. */
  @FunctionalInterface
  public interface Watcher {
    /**
     * Records that a slot of this flow is free.
     *
     * @param used whether its task was claimed; if not, no permit of a cluster limit is free
     */
    void freed(Flow flow, boolean used);
  }

  /** The result of a booking: a slot, or the reason why there is none. */
  public sealed interface Answer permits Slot, NoSlot {}

  /**
   * @param byPolicy the refusal of the type's policy; null if all slots of the node are in use
   */
  public record NoSlot(@Nullable RefusedSlot byPolicy) implements Answer {}

  /**
   * Registers a watcher of every freed slot, whichever bucket or policy it belonged to. It must be
   * quick.
   */
  public void onFreed(Watcher watcher) {
    watchers.add(watcher);
  }

  /**
   * Books a slot of the policy and one of the node. A policy that throws counts as a refusal.
   *
   * <p>Bookings run one at a time. Otherwise a slot that is taken for a moment and given back after
   * a refusal could refuse another booking, which would not learn that the slot is free again.
   */
  public synchronized Answer book(Candidate candidate, Definition definition) {
    return book(candidate, definition, 0);
  }

  /**
   * Books like {@link #book}, but may also book a slot that is likely to be free soon. Only tasks
   * that may be resumed after a loss qualify, because a task that waits for its slot is claimed
   * before it has begun. Their keys must not take turns, because tasks that wait for slots start by
   * arrival.
   */
  synchronized Answer bookAhead(Candidate candidate, Definition definition) {
    boolean isByArrival =
        definition.fairShare() == null && LimitPolicies.isLocal(definition.limitPolicy());
    boolean mayWait = isByArrival && definition.onLost().isResume();
    return book(candidate, definition, mayWait ? freeSoon() : 0);
  }

  /**
   * Returns how many slots are likely to become free within the next tenth of a second: as many as
   * in the last one. A busy node makes about three claims in that time. While one claim is in
   * progress, the tasks of the one before run, and those of the current one will wait.
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
          Objects.requireNonNull(definition.limitPolicy().book(candidate), "it returned null");
    } catch (RuntimeException | Error broken) {
      failed(candidate, broken, "The booking policy of {} failed. Baton asks it again in a second");
      // The policy may fail for this key only.
      return new NoSlot(
          new RefusedSlot(
              RefusedSlot.Scope.KEY,
              AFTER_A_BROKEN_POLICY,
              "the booking policy failed: " + Texts.said(broken)));
    }
    if (booking instanceof GrantedSlot held) {
      used.incrementAndGet();
      return new Slot(candidate, held, this);
    }
    return new NoSlot((RefusedSlot) booking);
  }

  /** Logs that the policy's code has failed. Never throws. */
  void failed(Candidate candidate, Throwable broken, String words) {
    known.log(LOG, candidate.flow().type(), broken, words, candidate.flow());
  }

  /**
   * Returns why this node would refuse the candidate a slot now; empty if it wouldn't. A slot that
   * the policy grants is given back before any other booking runs.
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
    RefusedSlot byPolicy = ((NoSlot) answer).byPolicy();
    return Optional.of(
        byPolicy == null ? "all of its " + most + " slots are in use" : byPolicy.reason());
  }

  /**
   * Returns the slots in use on this node. Slots that were booked ahead don't count beyond the
   * node's number of slots.
   */
  public int inUse() {
    return Math.min(used.get(), most);
  }

  /**
   * Returns whether the task of this slot may start now. If so, it counts as started from here on.
   */
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
