package dev.baton.test;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread that runs when it is its turn, until it waits. Its plain fields belong to {@link Turns}
 * and are guarded by it.
 */
final class TurnThread extends Thread {

  /** Why a wait ended. */
  enum Wake {
    TIME,
    SIGNAL,
    INTERRUPT,
    NODE_LOST
  }

  final Turns turns;
  final NodeLife node;
  boolean blocked;
  boolean ended;
  Wake wake = Wake.SIGNAL;

  /** Tells a timer whether the wait it was set for is still the same. */
  long waits;

  private boolean interruptPending;
  private volatile boolean turn;
  private volatile boolean back;
  private volatile @Nullable Thread driver;

  TurnThread(Turns turns, NodeLife node, String name, Runnable body) {
    // As on a real node it has nothing of the thread that starts it.
    super(null, body, name, 0, false);
    this.turns = turns;
    this.node = node;
    setDaemon(true);
    setPriority(NORM_PRIORITY);
    setContextClassLoader(turns.loader());
  }

  @Override
  public void run() {
    awaitTurn();
    try {
      node.requireAlive();
      if (takeInterrupt()) {
        interrupt();
      }
      super.run();
    } catch (NodeLost asWanted) {
      // The node is gone, and this thread with it.
    } finally {
      turns.ended(this);
      giveBack();
    }
  }

  /** Lets it run until it waits or ends; false when it did neither within that real time. */
  boolean takeTurn(long patienceNanos) {
    driver = Thread.currentThread();
    back = false;
    turn = true;
    LockSupport.unpark(this);
    boolean interrupted = false;
    long end = System.nanoTime() + patienceNanos;
    while (!back && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(this, patienceNanos);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return back;
  }

  /** Ends its turn and waits for the next one. Called on itself. */
  void pass() {
    boolean interrupted = Thread.interrupted();
    giveBack();
    awaitTurn();
    if (interrupted || takeInterrupt()) {
      interrupt();
    }
  }

  /** An interrupt that finds it out of its turn is kept for later. */
  void interruptLater() {
    interruptPending = true;
  }

  private boolean takeInterrupt() {
    boolean was = interruptPending;
    interruptPending = false;
    return was;
  }

  private void giveBack() {
    back = true;
    LockSupport.unpark(driver);
  }

  private void awaitTurn() {
    while (!turn) {
      LockSupport.park(this);
      // What interrupts a thread while it isn't its turn must not keep it from waiting.
      if (Thread.interrupted()) {
        interruptPending = true;
      }
    }
    turn = false;
  }
}
