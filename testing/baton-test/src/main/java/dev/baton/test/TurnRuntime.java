package dev.baton.test;

import dev.baton.spi.NodeRuntime;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Random;
import java.util.random.RandomGenerator;

/** The time, randomness, threads and signals of one test node. */
final class TurnRuntime implements NodeRuntime {
  private final Turns turns;
  private final NodeLife node;
  private final InstantSource clock;
  private final Random random;

  TurnRuntime(Turns turns, NodeLife node, InstantSource clock, long seed) {
    this.turns = turns;
    this.node = node;
    this.clock = clock;
    this.random = new Random(seed);
  }

  @Override
  public long nanoTime() {
    return turns.nowNanos();
  }

  @Override
  public long currentTimeMillis() {
    return clock.millis();
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  @Override
  public Signal signal() {
    return new TurnSignal();
  }

  @Override
  public Worker start(String name, Runnable body) {
    return new TurnWorker(turns.start(node, node.name() + "/" + name, body));
  }

  @Override
  public Worker startAttempt(String name, Runnable body) {
    return start(name, body);
  }

  /**
   * Returns whether the node is lost. Without this, the loops of a lost node would handle {@link
   * NodeLost} as a failure and continue.
   */
  @Override
  public boolean hasCrashed() {
    return node.isLost();
  }

  @Override
  public boolean hasSteadyTime() {
    return false;
  }

  private final class TurnSignal implements Signal {
    private final ArrayDeque<TurnThread> waiters = new ArrayDeque<>();
    private boolean set;

    @Override
    public void set() {
      synchronized (turns) {
        set = true;
        TurnThread first = waiters.peek();
        if (first != null) {
          turns.wake(first, TurnThread.Wake.SIGNAL);
        }
      }
    }

    @Override
    public boolean await(Duration timeout) throws InterruptedException {
      node.requireAlive();
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (!turns.isTurn()) {
        return turns.driveUntil(this::take, timeout.toNanos());
      }
      TurnThread self;
      synchronized (turns) {
        if (set || timeout.isNegative() || timeout.isZero()) {
          return take();
        }
        self = turns.blockThis(timeout.toNanos(), false);
        waiters.add(self);
      }
      try {
        turns.await(self);
      } finally {
        synchronized (turns) {
          waiters.remove(self);
        }
      }
      return take();
    }

    private boolean take() {
      synchronized (turns) {
        boolean was = set;
        set = false;
        return was;
      }
    }
  }

  private final class TurnWorker implements Worker {
    private static final Duration LOOK_EVERY = Duration.ofMillis(1);
    private final TurnThread thread;

    TurnWorker(TurnThread thread) {
      this.thread = thread;
    }

    @Override
    public void interrupt() {
      turns.interrupt(thread);
    }

    @Override
    public boolean join(Duration timeout) throws InterruptedException {
      if (!turns.isTurn()) {
        return turns.driveUntil(this::isOver, timeout.toNanos());
      }
      Signal pause = signal();
      long end = turns.nowNanos() + timeout.toNanos();
      while (!isOver() && turns.nowNanos() - end < 0) {
        pause.await(LOOK_EVERY);
      }
      return isOver();
    }

    private boolean isOver() {
      synchronized (turns) {
        return thread.ended;
      }
    }
  }
}
