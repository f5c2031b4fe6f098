package dev.baton.engine.dispatch.slot;

import dev.baton.api.OnLost;
import dev.baton.api.TaskDefinition;
import dev.baton.api.limit.Booking;
import dev.baton.engine.base.Events;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
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

  /** The answer to a booking. */
  public sealed interface Answer {
    record Booked(Slot slot) implements Answer {}

    /** By the type's policy. */
    record Refused(Booking.Refused refusal) implements Answer {}

    /** The node has no slot for anybody. */
    record NodeFull() implements Answer {}
  }

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
  public synchronized Answer book(Candidate candidate, TaskDefinition definition) {
    return used.get() >= most ? new Answer.NodeFull() : bookPolicy(candidate, definition);
  }

  /**
   * Books as {@link #book} does, and also a slot that is likely to be free soon: for tasks that may
   * be resumed, since one that waits for its slot is held though it never began; and whose keys
   * don't take turns, since those that wait for slots start by arrival.
   */
  synchronized Answer bookAhead(Candidate candidate, TaskDefinition definition) {
    boolean isByArrival = definition.fairShare() == null && definition.concurrency().isLocal();
    boolean mayWait = isByArrival && definition.onLost() == OnLost.RESUME;
    int ahead = mayWait ? freeSoon() : 0;
    return used.get() >= most + ahead ? new Answer.NodeFull() : bookPolicy(candidate, definition);
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

  private Answer bookPolicy(Candidate candidate, TaskDefinition definition) {
    Booking booking;
    try {
      booking =
          Objects.requireNonNull(definition.concurrency().book(candidate), "it answered null");
    } catch (RuntimeException | Error broken) {
      LOG.warn(
          "The booking policy of {} failed: its tasks wait, Baton asks it again in {} s",
          candidate.flow(),
          AFTER_A_BROKEN_POLICY.toSeconds(),
          dev.baton.task.Texts.harmless(broken));
      return new Answer.Refused(
          new Booking.Refused(
              Booking.Scope.TYPE, AFTER_A_BROKEN_POLICY, "the booking policy failed: " + broken));
    }
    if (booking instanceof Booking.Held held) {
      used.incrementAndGet();
      return new Answer.Booked(new Slot(candidate, held, this));
    }
    return new Answer.Refused((Booking.Refused) booking);
  }

  /**
   * Why this node would refuse the candidate a slot now; empty when it wouldn't. A slot that the
   * policy gives is given back before any other booking can meet it.
   */
  public synchronized Optional<String> refusal(Candidate candidate, TaskDefinition definition) {
    if (used.get() >= most) {
      return Optional.of("all of its " + most + " slots are in use");
    }
    try {
      Booking booking = definition.concurrency().book(candidate);
      if (booking instanceof Booking.Held held) {
        held.release().run();
        return Optional.empty();
      }
      return Optional.of(((Booking.Refused) booking).reason());
    } catch (RuntimeException broken) {
      return Optional.of("the booking policy failed: " + broken);
    }
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
