package dev.baton.engine.dispatch.slot;

import dev.baton.engine.base.EffectiveDefinitions;
import dev.baton.engine.base.Hints;
import dev.baton.engine.base.KnownFailures;
import dev.baton.engine.base.NodeContext;
import dev.baton.handler.internal.Definition;
import dev.baton.limit.Booking;
import dev.baton.limit.BookingPolicy;
import dev.baton.limit.internal.GrantedSlot;
import dev.baton.limit.internal.LimitNumbers;
import dev.baton.limit.internal.RefusedSlot;
import dev.baton.limit.internal.StateLimits;
import dev.baton.operate.event.NodeEvent;
import dev.baton.operate.override.OverrideTarget.Kind;
import dev.baton.operate.override.OverrideValue;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Books slots for states that have their own limit: claim → slot of the state. The node learns the
 * state of a task only from the claim. If the state has no free slot, the node gives the task back
 * as READY and puts it into a queue of this class. When a slot becomes free, this class sends a
 * hint for the next task in the queue. Thread-safe.
 */
public final class StateSlots {
  private static final Logger LOG = LoggerFactory.getLogger(StateSlots.class);

  /**
   * Maximum number of tasks in all queues. They use about five megabytes. Tasks that don't fit are
   * postponed instead.
   */
  private static final int MAX_IN_LINES = 20_000;

  private static final Duration WITHOUT_A_PLACE = Duration.ofSeconds(30);
  private static final Duration AFTER_A_BROKEN_POLICY = Duration.ofSeconds(1);
  private static final Duration SHORTEST_WAIT = Duration.ofMillis(10);

  private final NodeContext node;
  private final KnownFailures known = new KnownFailures();

  /** Queues by the policy in the definition; at most one per policy. */
  private final Map<BookingPolicy, StateQueue> lines = new IdentityHashMap<>();

  /** The overrides that were last applied to the queues. */
  private EffectiveDefinitions asOf;

  private final Map<UUID, QueuedTask> places = new HashMap<>();
  private final Hints here;

  /** True if any state of the node's types has its own limit. */
  private final boolean any;

  /** The queue of a waiting task. */
  private record QueuedTask(StateQueue line, Candidate candidate) {}

  /** A slot of a state that has its own limit. */
  public static final class StateSlot {
    private final BookingPolicy policy;
    private final Runnable release;
    private final AtomicBoolean freed = new AtomicBoolean();

    private StateSlot(BookingPolicy policy, Runnable release) {
      this.policy = policy;
      this.release = release;
    }

    /** Frees the slot; a second call does nothing. */
    void free() {
      if (freed.compareAndSet(false, true)) {
        release.run();
      }
    }
  }

  /**
   * The result of a booking.
   *
   * @param mayRun true if the task has a slot of its state, or if the state has no limit
   * @param slot null if the state has no limit or no free slot
   * @param again the time after which the task may be claimed again, if it may not run; null if it
   *     is in a queue
   * @param keyIsFull true if only the slots of the task's key are in use, so that a task with
   *     another key may get a slot
   */
  public record StateBooking(
      boolean mayRun, @Nullable StateSlot slot, @Nullable Duration again, boolean keyIsFull) {
    private static final StateBooking UNLIMITED = new StateBooking(true, null, null, false);

    private static StateBooking booked(StateSlot slot) {
      return new StateBooking(true, slot, null, false);
    }

    private static StateBooking refused(RefusedSlot.Scope scope, @Nullable Duration again) {
      return new StateBooking(false, null, again, scope == RefusedSlot.Scope.KEY);
    }
  }

  /**
   * @param here receives the tasks that this node should claim
   */
  public StateSlots(NodeContext node, Hints here) {
    this.node = node;
    this.here = here;
    this.asOf = node.definitions().overridden();
    this.any =
        node.definitions().inCode().stream().anyMatch(d -> d.stateLimits() != StateLimits.NONE);
    if (any) {
      node.definitions().onChange(this::numbersChanged);
    }
  }

  /** Applies changed overrides of the limits. Sends hints for the tasks that can get a slot now. */
  private void numbersChanged() {
    List<Candidate> next = new ArrayList<>();
    synchronized (this) {
      EffectiveDefinitions before = asOf;
      asOf = node.definitions().overridden();
      long now = node.runtime().nanoTime();
      lines.forEach(
          (inCode, line) -> {
            List<LimitNumbers.Part> parts = LimitNumbers.of(asOf.of(inCode));
            if (!parts.equals(LimitNumbers.of(before.of(inCode)))) {
              int slots = slots(parts, Kind.NODE_SLOTS);
              next.addAll(line.resized(slots, slots(parts, Kind.KEY_SLOTS), now));
            }
          });
      // The queues have no order among themselves. Sort the tasks, so that the simulator can replay
      // a seed.
      Collections.sort(next);
      leave(next);
    }
    if (!next.isEmpty()) {
      here.announce(next);
    }
  }

  private static int slots(List<LimitNumbers.Part> parts, Kind kind) {
    return parts.stream()
        .filter(part -> part.kind() == kind)
        .mapToInt(part -> ((OverrideValue.Slots) part.value()).slots())
        .min()
        .orElse(1);
  }

  /** Books a slot for a claimed task in its current state. */
  public StateBooking book(Task claimed, Definition definition) {
    return book(claimed, definition, null, claimed.position().version() + 1);
  }

  /**
   * Books a slot for the task's current state. If the task already has a slot of the same limit,
   * returns that slot.
   *
   * @param readyVersion the version that the task gets if it is given back
   */
  StateBooking book(Task task, Definition definition, @Nullable StateSlot has, long readyVersion) {
    if (!any) {
      return StateBooking.UNLIMITED;
    }
    BookingPolicy policy = definition.stateLimits().of(task.position().state());
    List<Candidate> next = List.of();
    StateBooking answer;
    synchronized (this) {
      StateQueue called = answered(task.id());
      QueuedTask place = places.get(task.id());
      if (place != null) {
        // The task was claimed although its queue had not called it.
        place.line().remove(place.candidate());
        places.remove(task.id());
      }
      if (policy == null) {
        answer = StateBooking.UNLIMITED;
      } else {
        answer =
            has != null && policy == has.policy
                ? StateBooking.booked(has)
                : book(task, policy, readyVersion);
      }
      if (called != null && (policy == null || lines.get(policy) != called)) {
        next = leave(called.next(task.spec().key(), node.runtime().nanoTime()));
      } else if (called != null && answer.keyIsFull()) {
        next = leave(called.nextOfAnyKey(node.runtime().nanoTime()));
      }
    }
    if (!next.isEmpty()) {
      here.announce(next);
    }
    return answer;
  }

  private StateBooking book(Task task, BookingPolicy policy, long readyVersion) {
    StateQueue line = lines.computeIfAbsent(policy, unused -> new StateQueue());
    Booking booking = ask(asOf.of(policy), task);
    if (booking instanceof GrantedSlot granted) {
      line.taken();
      return StateBooking.booked(new StateSlot(policy, () -> free(line, granted.release(), task)));
    }
    RefusedSlot refused =
        booking instanceof RefusedSlot told
            ? told
            : new RefusedSlot(RefusedSlot.Scope.TYPE, AFTER_A_BROKEN_POLICY, "its policy failed");
    node.events()
        .emit(
            new NodeEvent.Refused(
                task.spec().flow(),
                task.spec().priority(),
                "state " + task.position().state() + ": " + refused.reason()));
    Duration wait = refused.askAgainAfter();
    if (wait == null && places.size() >= MAX_IN_LINES) {
      wait = WITHOUT_A_PLACE;
    }
    if (wait != null) {
      Duration bounded = wait.compareTo(WITHOUT_A_PLACE) < 0 ? wait : WITHOUT_A_PLACE;
      Duration again = bounded.compareTo(SHORTEST_WAIT) > 0 ? bounded : SHORTEST_WAIT;
      return StateBooking.refused(refused.scope(), again);
    }
    Candidate ready = task.candidate().at(readyVersion);
    line.add(ready, refused.scope());
    places.put(task.id(), new QueuedTask(line, ready));
    return StateBooking.refused(refused.scope(), null);
  }

  private @Nullable Booking ask(BookingPolicy policy, Task task) {
    try {
      Booking booking = policy.book(task.candidate());
      if (booking instanceof GrantedSlot granted && !granted.permits().isEmpty()) {
        granted.release().run();
        throw new IllegalStateException("it needs permits of the cluster");
      }
      return booking;
    } catch (RuntimeException | Error broken) {
      known.log(
          LOG,
          task.spec().type(),
          broken,
          "The booking policy of state {} of type {} threw an exception. The task gets no slot"
              + " now. Baton asks the policy again",
          Texts.line(task.position().state()),
          Texts.line(task.spec().type()));
      return null;
    }
  }

  /** Returns whether this ready task is in a queue, so that this node must not claim it yet. */
  public boolean isInLine(Candidate candidate) {
    return any && standsInLine(candidate);
  }

  private synchronized boolean standsInLine(Candidate candidate) {
    QueuedTask place = places.get(candidate.id());
    if (place == null) {
      return false;
    }
    StateQueue line = place.line();
    long now = node.runtime().nanoTime();
    if (line.isForgotten(now)) {
      places.remove(candidate.id());
      line.goes(place.candidate(), now);
      return false;
    }
    if (candidate.version() > place.candidate().version()) {
      // Another node has claimed the task and given it back, because it had no slot for its state
      // either.
      line.replace(place.candidate(), candidate);
      places.put(candidate.id(), new QueuedTask(line, candidate));
    }
    return true;
  }

  /** Returns how many tasks are before this one in its queue; empty if the task is in no queue. */
  public synchronized OptionalInt ahead(UUID task) {
    QueuedTask place = places.get(task);
    return place == null
        ? OptionalInt.empty()
        : OptionalInt.of(place.line().ahead(place.candidate()));
  }

  /** Calls the next task of the same queue for each called task that could not be claimed. */
  public void missed(List<Candidate> candidates) {
    if (!any) {
      return;
    }
    for (Candidate candidate : candidates) {
      StateQueue line;
      synchronized (this) {
        line = answered(candidate.id());
      }
      if (line != null) {
        call(line, candidate.flow().key());
      }
    }
  }

  /** Returns the queue that has called the task; null if none has. */
  private @Nullable StateQueue answered(UUID id) {
    for (StateQueue line : lines.values()) {
      if (line.answered(id)) {
        return line;
      }
    }
    return null;
  }

  private void free(StateQueue line, Runnable release, Task task) {
    try {
      release.run();
    } catch (RuntimeException | Error broken) {
      known.log(
          LOG,
          task.spec().type(),
          broken,
          "The booking policy of a state of type {} failed to release a slot. The slot may"
              + " remain in use until this node restarts",
          Texts.line(task.spec().type()));
    }
    synchronized (this) {
      line.freed();
    }
    call(line, task.spec().key());
  }

  private void call(StateQueue line, String key) {
    List<Candidate> next;
    synchronized (this) {
      next = leave(line.next(key, node.runtime().nanoTime()));
    }
    if (!next.isEmpty()) {
      here.announce(next);
    }
  }

  /** Removes the called tasks from their places and returns them. */
  private List<Candidate> leave(List<Candidate> called) {
    called.forEach(one -> places.remove(one.id()));
    return called;
  }
}
