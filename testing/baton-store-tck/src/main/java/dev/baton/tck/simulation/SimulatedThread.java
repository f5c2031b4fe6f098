package dev.baton.tck.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A platform thread that runs only in its turn. The running thread may use its fields; passing the
 * turn on publishes them.
 */
final class SimulatedThread {

  /** The state of the thread. */
  enum State {
    /** The thread runs, or may run. */
    READY,
    /** The thread waits for a time or a wake-up. */
    BLOCKED,
    /** The thread waits for something outside the simulation, see {@link OutsideCalls}. */
    OUTSIDE,
    /** The thread could run, but its node is paused. */
    FROZEN,
    ENDED
  }

  /** The reason why a wait ended. */
  enum Wake {
    TIME,
    SIGNAL,
    INTERRUPT,
    CRASH
  }

  final int id;
  final String name;
  final @Nullable SimulatedNode node;
  final List<SimulatedThread> joiners = new ArrayList<>();
  State state = State.READY;
  Wake wake = Wake.TIME;
  boolean interruptible;
  boolean interruptPending;

  /**
   * Counts the waits of this thread, so that a timer knows whether its wait is still the current
   * one.
   */
  long waits;

  private volatile boolean turn;
  private volatile @Nullable Thread thread;

  SimulatedThread(int id, String name, @Nullable SimulatedNode node) {
    this.id = id;
    this.name = name;
    this.node = node;
  }

  /** Called once, on the thread that this object represents. */
  void isThisThread() {
    thread = Thread.currentThread();
  }

  /** Lets the thread continue. The caller must not use the simulation any more. */
  void giveTurn() {
    turn = true;
    LockSupport.unpark(thread);
  }

  /**
   * Waits for its turn.
   *
   * @param limitNanos limit in real time; zero for none
   * @return false if the limit passed first
   */
  boolean awaitTurn(long limitNanos) {
    long end = limitNanos == 0 ? 0 : System.nanoTime() + limitNanos;
    while (!turn) {
      if (limitNanos == 0) {
        LockSupport.park(this);
      } else {
        LockSupport.parkNanos(this, limitNanos);
        if (!turn && System.nanoTime() - end >= 0) {
          return false;
        }
      }
    }
    turn = false;
    return true;
  }

  /**
   * Clears the interrupt flag and remembers it: outside the thread's turn, the flag would end a
   * park at once.
   */
  void setInterruptAside() {
    if (Thread.interrupted()) {
      interruptPending = true;
    }
  }

  void takeInterruptBack() {
    if (interruptPending) {
      interruptPending = false;
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the thread's stack for people who analyse a thread that hangs. */
  String whereItIs() {
    StringBuilder text = new StringBuilder(toString());
    Thread real = thread;
    if (real != null) {
      for (StackTraceElement element : real.getStackTrace()) {
        text.append("\n  at ").append(element);
      }
    }
    return text.toString();
  }

  @Override
  public String toString() {
    return node == null ? name : node.name() + "/" + name;
  }
}
