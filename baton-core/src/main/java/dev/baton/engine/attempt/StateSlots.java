package dev.baton.engine.attempt;

import dev.baton.api.Booking;
import dev.baton.api.BookingPolicy;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskEvent;
import dev.baton.engine.NodeContext;
import dev.baton.task.Candidate;
import dev.baton.task.Task;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Books slots of states that have a limit of their own. The state is known only once a task is
 * claimed, so a task may be claimed and then find no slot: it is set aside until about the moment
 * when one will be free, as far as slots were freed lately. Thread-safe.
 */
final class StateSlots {
  private static final Logger LOG = LoggerFactory.getLogger(StateSlots.class);
  private static final long FIRST_SPACING_NANOS = Duration.ofMillis(50).toNanos();
  private static final long LONGEST_SPACING_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long SHORTEST_WAIT_NANOS = Duration.ofMillis(10).toNanos();
  private static final long LONGEST_WAIT_NANOS = Duration.ofSeconds(30).toNanos();

  private final NodeContext node;

  /** By policy, of which the definitions name a fixed number. */
  private final Map<BookingPolicy, Pace> paces = new IdentityHashMap<>();

  /** How fast the slots of one limit become free while somebody waits. */
  private static final class Pace {
    private long spacingNanos = FIRST_SPACING_NANOS;
    private @Nullable Long freedNanos;
    private @Nullable Long lastTurnNanos;
  }

  /** A slot; one that isn't needed is always there. */
  static final class StateSlot {
    private static final StateSlot UNLIMITED = new StateSlot(null, () -> {});

    private final @Nullable BookingPolicy policy;
    private final Runnable release;
    private final AtomicBoolean freed = new AtomicBoolean();

    private StateSlot(@Nullable BookingPolicy policy, Runnable release) {
      this.policy = policy;
      this.release = release;
    }

    /** Gives it back; a second call does nothing. */
    void free() {
      if (freed.compareAndSet(false, true)) {
        release.run();
      }
    }
  }

  StateSlots(NodeContext node) {
    this.node = node;
  }

  static StateSlot none() {
    return StateSlot.UNLIMITED;
  }

  /**
   * A slot for the task in the state it is in; the one it has when that is of the same limit.
   *
   * @return null when there is none
   */
  synchronized @Nullable StateSlot book(Task task, TaskDefinition definition, StateSlot has) {
    BookingPolicy policy = definition.concurrencyIn(task.position().state());
    if (policy == null) {
      return StateSlot.UNLIMITED;
    }
    if (policy == has.policy) {
      return has;
    }
    Booking booking = ask(policy, task);
    if (booking instanceof Booking.Held held) {
      return new StateSlot(policy, () -> free(policy, held.release(), task));
    }
    String reason = booking == null ? "its policy failed" : ((Booking.Refused) booking).reason();
    node.events()
        .emit(
            new TaskEvent.Refused(
                task.spec().flow(),
                task.spec().priority(),
                "state " + task.position().state() + ": " + reason));
    return null;
  }

  private static @Nullable Booking ask(BookingPolicy policy, Task task) {
    try {
      Booking booking = policy.book(Candidate.of(task));
      if (booking instanceof Booking.Held held && !held.permits().isEmpty()) {
        held.release().run();
        throw new IllegalStateException("it needs permits of the cluster");
      }
      return booking;
    } catch (RuntimeException | Error broken) {
      LOG.warn(
          "The limit of the state {} of {} failed; it counts as a refusal",
          task.position().state(),
          task.spec().type(),
          broken);
      return null;
    }
  }

  /** How long a task that found no slot in its state need not come again. */
  synchronized Duration turnOf(Task task, TaskDefinition definition) {
    BookingPolicy policy = definition.concurrencyIn(task.position().state());
    if (policy == null) {
      return Duration.ofNanos(SHORTEST_WAIT_NANOS);
    }
    Pace pace = paces.computeIfAbsent(policy, key -> new Pace());
    long now = node.runtime().nanoTime();
    // Those who were refused come again one after the other, as slots become free.
    Long last = pace.lastTurnNanos;
    long turn = (last == null || last - now < 0 ? now : last) + pace.spacingNanos;
    long wait = Math.min(LONGEST_WAIT_NANOS, Math.max(SHORTEST_WAIT_NANOS, turn - now));
    pace.lastTurnNanos = now + wait;
    return Duration.ofNanos(wait);
  }

  private void free(BookingPolicy policy, Runnable release, Task task) {
    try {
      release.run();
    } catch (RuntimeException | Error broken) {
      LOG.error(
          "The limit of a state of {} failed to take a slot back; it may be lost",
          task.spec().type(),
          broken);
    }
    freed(policy);
  }

  private synchronized void freed(BookingPolicy policy) {
    Pace pace = paces.get(policy);
    if (pace == null) {
      return;
    }
    long now = node.runtime().nanoTime();
    Long before = pace.freedNanos;
    if (before != null && pace.lastTurnNanos != null && pace.lastTurnNanos - before > 0) {
      // Only while somebody waits: an idle time says nothing about how long slots are held.
      long sample = Math.min(LONGEST_SPACING_NANOS, now - before);
      pace.spacingNanos = Math.max(1, (3 * pace.spacingNanos + sample) / 4);
    }
    pace.freedNanos = now;
  }
}
