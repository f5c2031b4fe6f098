package dev.baton.tck.simulation;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Calls that leave the simulation and may have to wait outside until another simulated thread acts:
 * statements of a real database that wait for each other's locks. A separate thread checks each
 * call that doesn't return soon. If the call is waiting, it loses its turn and another thread
 * continues. After each call, the simulation determines which waiting calls can continue, and lets
 * each of them run until it has returned or waits again, whatever real time that takes. So each run
 * of a seed has the same history.
 */
public final class OutsideCalls implements AutoCloseable {
  private static final long LOOK_AFTER_NANOS = 500_000;
  private static final long CANCEL_AGAIN_NANOS = 1_000_000_000;
  private static final long POLL_NANOS = 50_000;

  private final Simulation simulation;
  private final Outside outside;
  private final List<Call> waiting = new ArrayList<>();
  private final AtomicLong cameBack = new AtomicLong();
  private volatile @Nullable Call out;
  private final Thread watch;
  private volatile boolean closed;

  /** The system outside the simulation. */
  public interface Outside {
    /**
     * Returns the sessions that each of these sessions waits for, without sessions that don't wait.
     * The result may leave out cycles that the system detects itself.
     */
    Map<Long, Set<Long>> waitsFor(List<Long> sessions);

    /** Breaks off the statement in which this session waits. */
    void cancel(long session);

    /** Prevents this waiting session from continuing, even if its lock becomes free. */
    default void hold(long session) {}

    /** Lets a blocked session continue. */
    default void letGoOn(long session) {}

    /**
     * Called when a call has returned whose thread isn't running; called in the name of that
     * thread.
     */
    void cameBack(long session);

    /** Called when a call waits. */
    void waits(long session);

    /** Called when these sessions wait for each other in a cycle, and one of them is aborted. */
    default void circle(Set<Long> sessions) {}
  }

  /** The reason why a call was aborted. */
  public enum Why {
    TIME,
    CIRCLE,
    GONE
  }

  /** Thrown instead of the result of a call that was aborted. */
  public static final class BrokenOff extends Exception {
    private static final long serialVersionUID = 1L;

    private final Why why;

    BrokenOff(Why why, Throwable cause) {
      super("Broken off: " + why, cause);
      this.why = why;
    }

    public Why why() {
      return why;
    }
  }

  /** The call itself. */
  @FunctionalInterface
  public interface Body<T> {
    T call() throws Exception;
  }

  private enum State {
    OUT,
    WAITS,
    BACK
  }

  private static final class Call {
    final SimulatedThread thread;
    final long session;
    final long untilNanos;
    final AtomicReference<State> state = new AtomicReference<>(State.OUT);
    volatile @Nullable Why why;
    volatile long number;
    boolean over;

    Call(SimulatedThread thread, long session, long untilNanos) {
      this.thread = thread;
      this.session = session;
      this.untilNanos = untilNanos;
    }

    boolean isBack() {
      return state.get() == State.BACK;
    }
  }

  public OutsideCalls(Simulation simulation, Outside outside) {
    this.simulation = simulation;
    this.outside = outside;
    watch = new Thread(this::lookAfter, "outside-calls");
    watch.setDaemon(true);
    watch.start();
  }

  /**
   * Makes the call on this thread.
   *
   * @param session the session of the call, which makes one call at a time
   * @param most how long the call may wait
   */
  public <T> T call(long session, Duration most, Body<T> body) throws Exception {
    Call call = new Call(simulation.running(), session, simulation.after(most));
    boolean interrupted = Thread.interrupted();
    out = call;
    try {
      T answer = body.call();
      comeBack(call);
      return answer;
    } catch (Exception e) {
      comeBack(call);
      Why why = call.why;
      throw why == null ? e : new BrokenOff(why, e);
    } finally {
      if (!call.isBack()) {
        comeBack(call);
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Marks the call as returned. A call that was waiting then waits for its thread's turn. */
  private void comeBack(Call call) {
    call.number = cameBack.incrementAndGet();
    if (call.state.getAndSet(State.BACK) == State.WAITS) {
      call.thread.awaitTurn(0);
      call.thread.takeInterruptBack();
      simulation.checkCrash();
    } else {
      out = null;
    }
  }

  /**
   * Lets each waiting call run until it has returned or waits again, because the last step may have
   * freed some of them. They continue one after the other, because two at a time would race. A call
   * that continues may wait for another one, and so close a cycle.
   */
  public void settle() {
    while (true) {
      List<Call> still = waiting.stream().filter(call -> !call.isBack()).toList();
      Map<Long, Set<Long>> waitsFor = still.isEmpty() ? Map.of() : waitsFor(still);
      Call free = first(still, call -> !waitsFor.containsKey(call.session));
      Call circled = first(still, call -> isInCircle(call.session, waitsFor));
      if (free != null) {
        goOn(free);
      } else if (circled != null) {
        outside.circle(circle(circled.session, waitsFor));
        cancel(circled, Why.CIRCLE);
      } else {
        break;
      }
    }
    List<Call> back =
        waiting.stream()
            .filter(Call::isBack)
            .sorted(Comparator.comparingLong(call -> call.number))
            .toList();
    waiting.removeAll(back);
    for (Call call : back) {
      call.over = true;
      simulation.isBack(call.thread);
      simulation.inTheNameOf(call.thread, () -> outside.cameBack(call.session));
    }
  }

  private static @Nullable Call first(List<Call> calls, Predicate<Call> which) {
    return calls.stream().filter(which).findFirst().orElse(null);
  }

  private Map<Long, Set<Long>> waitsFor(List<Call> calls) {
    return outside.waitsFor(calls.stream().map(call -> call.session).toList());
  }

  /** Lets the call continue until it has returned or waits for something else. */
  private void goOn(Call call) {
    outside.letGoOn(call.session);
    while (!call.isBack()) {
      if (!waitsFor(List.of(call)).isEmpty()) {
        outside.hold(call.session);
        return;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Returns whether the session waits for a session that waits for it, perhaps through others. */
  private static boolean isInCircle(long session, Map<Long, Set<Long>> waitsFor) {
    return reached(session, waitsFor).contains(session);
  }

  /** Returns the sessions that this session waits for and that wait for it. */
  private static Set<Long> circle(long session, Map<Long, Set<Long>> waitsFor) {
    Set<Long> circle = new TreeSet<>(reached(session, waitsFor));
    circle.removeIf(other -> !reached(other, waitsFor).contains(session));
    return circle;
  }

  private static Set<Long> reached(long session, Map<Long, Set<Long>> waitsFor) {
    Set<Long> reached = new HashSet<>();
    Deque<Long> from = new ArrayDeque<>(List.of(session));
    while (!from.isEmpty()) {
      for (long other : waitsFor.getOrDefault(from.remove(), Set.of())) {
        if (reached.add(other)) {
          from.add(other);
        }
      }
    }
    return reached;
  }

  /**
   * Cancels the call again and again until it has returned, because MariaDB may forget a
   * cancellation.
   */
  private void cancel(Call call, Why why) {
    call.why = why;
    long told = System.nanoTime() - CANCEL_AGAIN_NANOS;
    while (!call.isBack()) {
      if (System.nanoTime() - told >= CANCEL_AGAIN_NANOS) {
        outside.cancel(call.session);
        outside.letGoOn(call.session);
        told = System.nanoTime();
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private void timeIsUp(Call call) {
    if (!call.over) {
      breakOff(call.session, Why.TIME);
    }
  }

  /** Breaks off the call that waits on this session, if there is one. */
  public void breakOff(long session, Why why) {
    for (Call call : List.copyOf(waiting)) {
      if (call.session == session && !call.over) {
        cancel(call, why);
        settle();
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    try {
      watch.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void lookAfter() {
    Call last = null;
    while (!closed) {
      LockSupport.parkNanos(LOOK_AFTER_NANOS);
      Call call = out;
      if (call != null && call == last && call.state.get() == State.OUT) {
        look(call);
      }
      last = call;
    }
  }

  private void look(Call call) {
    List<Call> all = new ArrayList<>(waiting);
    all.add(call);
    Map<Long, Set<Long>> waitsFor = waitsFor(all);
    if (!waitsFor.containsKey(call.session)) {
      return;
    }
    if (isInCircle(call.session, waitsFor)) {
      outside.circle(circle(call.session, waitsFor));
      cancel(call, Why.CIRCLE);
    } else if (call.state.compareAndSet(State.OUT, State.WAITS)) {
      // From here on this thread has the turn, and must pass it on.
      out = null;
      waiting.add(call);
      outside.hold(call.session);
      outside.waits(call.session);
      simulation.at(call.untilNanos, () -> timeIsUp(call));
      simulation.goOnWithout(call.thread);
    }
  }
}
