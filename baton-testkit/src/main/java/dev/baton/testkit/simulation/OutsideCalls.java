package dev.baton.testkit.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Calls that leave the simulation and may have to wait there until another simulated thread has
 * done something: statements of a real database, which wait for each other's locks. A call that
 * takes longer than a moment is looked after by a thread of its own: once it is known to wait, it
 * loses its turn, and another thread goes on. After each call it is found out which of those that
 * wait are over, and all of them are brought to a standstill, whatever the real time it takes: so
 * the same seed has the same history.
 */
public final class OutsideCalls implements AutoCloseable {
  private static final long LOOK_AFTER_NANOS = 500_000;
  private static final long POLL_NANOS = 50_000;

  private final Simulation simulation;
  private final Outside outside;
  private final List<Call> waiting = new ArrayList<>();
  private volatile @Nullable Call out;
  private final Thread watch;
  private volatile boolean closed;

  /** What is outside. */
  public interface Outside {
    /** Whether each of these waits for what another one has. */
    boolean allWait(List<Long> sessions);

    /** Whether this one waits for something that waits for it, perhaps by way of others. */
    boolean isInCircle(long session);

    /** Breaks off what this one waits in. */
    void cancel(long session);

    /** A call came back whose thread isn't running; called in that thread's name. */
    void cameBack(long session);

    /** A call waits. */
    void waits(long session);
  }

  /** Why a call was broken off. */
  public enum Why {
    TIME,
    CIRCLE,
    GONE
  }

  /** Thrown instead of the answer of a call that was broken off. */
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

  /** What is called. */
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
   * Makes the call, on this thread.
   *
   * @param session what it is made on: one call at a time
   * @param most how long it may wait
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

  /** Who was waiting comes back when it is its turn. */
  private void comeBack(Call call) {
    if (call.state.getAndSet(State.BACK) == State.WAITS) {
      call.thread.awaitTurn(0);
      call.thread.takeInterruptBack();
      simulation.checkCrash();
    } else {
      out = null;
    }
  }

  /** Brings those that wait to a standstill: what was just done may have freed some. */
  public void settle() {
    if (waiting.isEmpty()) {
      return;
    }
    while (true) {
      List<Long> still =
          waiting.stream().filter(call -> !call.isBack()).map(call -> call.session).toList();
      if (still.isEmpty()) {
        break;
      }
      if (outside.allWait(still)
          && waiting.stream().filter(call -> !call.isBack()).count() == still.size()) {
        break;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    List<Call> back = waiting.stream().filter(Call::isBack).toList();
    waiting.removeAll(back);
    for (Call call : back) {
      call.over = true;
      simulation.isBack(call.thread);
      simulation.inTheNameOf(call.thread, () -> outside.cameBack(call.session));
    }
  }

  private void timeIsUp(Call call) {
    if (!call.over) {
      breakOff(call.session, Why.TIME);
    }
  }

  /** Breaks off what waits on this session, if something does. */
  public void breakOff(long session, Why why) {
    for (Call call : List.copyOf(waiting)) {
      if (call.session == session && !call.over) {
        call.why = why;
        outside.cancel(session);
        while (!call.isBack()) {
          LockSupport.parkNanos(POLL_NANOS);
        }
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
    List<Long> all = new ArrayList<>(waiting.stream().map(one -> one.session).toList());
    all.add(call.session);
    if (!outside.allWait(all)) {
      return;
    }
    if (outside.isInCircle(call.session)) {
      call.why = Why.CIRCLE;
      outside.cancel(call.session);
      while (!call.isBack()) {
        LockSupport.parkNanos(POLL_NANOS);
      }
    } else if (call.state.compareAndSet(State.OUT, State.WAITS)) {
      // From here on the turn is this thread's, to be handed on.
      out = null;
      waiting.add(call);
      outside.waits(call.session);
      simulation.at(call.untilNanos, () -> timeIsUp(call));
      simulation.goOnWithout(call.thread);
    }
  }
}
