package dev.baton.tck.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A platform thread that runs when it is its turn. Its fields belong to whichever thread runs; the
 * turn itself is what hands them over.
 */
final class SimulatedThread {

  /** What it is doing. */
  enum State {
    /** It runs, or may. */
    READY,
    /** It waits for a time or a wake-up. */
    BLOCKED,
    /** It waits for something that the simulation doesn't see, see {@link OutsideCalls}. */
    OUTSIDE,
    /** It could run, but its node stands still. */
    FROZEN,
    ENDED
  }

  /** Why a wait ended. */
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

  /** Tells a timer whether the wait it was set for is still the same. */
  long waits;

  private volatile boolean turn;
  private volatile @Nullable Thread thread;

  SimulatedThread(int id, String name, @Nullable SimulatedNode node) {
    this.id = id;
    this.name = name;
    this.node = node;
  }

  /** Called once, on the thread it is to be. */
  void isThisThread() {
    thread = Thread.currentThread();
  }

  /** It may go on; whoever calls this must not touch the simulation any more. */
  void giveTurn() {
    turn = true;
    LockSupport.unpark(thread);
  }

  /**
   * Waits for its turn.
   *
   * @param limitNanos of real time; zero for none
   * @return false when the limit passed first
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

  /** An interrupt would end a park at once, so the flag is set aside while it isn't its turn. */
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

  /** For people who look for a thread that hangs. */
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
