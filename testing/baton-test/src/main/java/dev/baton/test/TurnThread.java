package dev.baton.test;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread that runs only in its turn, until it waits. {@link Turns} guards its non-volatile
 * package-private fields.
 */
final class TurnThread extends Thread {

  /** The reason why a wait ended. */
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

  /**
   * Counts the waits of this thread, so that a timer knows whether its wait is still the current
   * one.
   */
  long waits;

  private boolean interruptPending;
  private volatile boolean turn;
  private volatile boolean back;
  private volatile @Nullable Thread driver;

  TurnThread(Turns turns, NodeLife node, String name, Runnable body) {
    // As on a real node, the thread inherits nothing from the thread that starts it.
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
      // The node is lost, so this thread ends.
    } finally {
      turns.ended(this);
      giveBack();
    }
  }

  /**
   * Lets the thread run until it waits or ends. Returns false if it did neither within this real
   * time.
   */
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

  /** Ends the turn and waits for the next one. Called on this thread itself. */
  void pass() {
    boolean interrupted = Thread.interrupted();
    giveBack();
    awaitTurn();
    if (interrupted || takeInterrupt()) {
      interrupt();
    }
  }

  /** Keeps an interrupt that arrives outside the thread's turn for its next turn. */
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
      // An interrupt outside its turn must not stop the thread from waiting.
      if (Thread.interrupted()) {
        interruptPending = true;
      }
    }
    turn = false;
  }
}
