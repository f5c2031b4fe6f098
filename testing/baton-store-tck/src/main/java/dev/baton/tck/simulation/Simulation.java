package dev.baton.tck.simulation;

import static java.util.stream.Collectors.joining;

import dev.baton.tck.simulation.SimulatedThread.State;
import dev.baton.tck.simulation.SimulatedThread.Wake;
import dev.baton.tck.simulation.Timers.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * The scheduler. Exactly one of all simulated threads runs, and at every step the seed decides
 * which. Time advances a little with every step, and jumps to the next timer if no thread can run.
 *
 * <p>All state here belongs to the running thread; passing the turn on publishes it. There is no
 * scheduling thread: the thread that stops picks the next one.
 */
public final class Simulation {
  private static final long FOREVER = Long.MAX_VALUE;
  private static final Duration REAL_TIME_LIMIT = Duration.ofMinutes(5);
  private static final int LONGEST_STEP_NANOS = 20_000;

  private final long seed;
  private final long realNanosLimit;
  private final Chance chance;
  private final double switching;
  private final Trace trace;
  private final List<SimulatedThread> ready = new ArrayList<>();
  private final List<SimulatedThread> unended = new ArrayList<>();
  private final Timers timers = new Timers();
  private final List<String> deaths = new ArrayList<>();
  private final SimulatedThread root = new SimulatedThread(0, "root", null);
  private SimulatedThread running = root;
  private boolean inEvent;
  private boolean stuck;
  private boolean hangs;
  private long nowNanos;
  private long steps;
  private int threadCount;

  /** The program of a simulation, which runs on its root thread. */
  @FunctionalInterface
  public interface Body {
    void run(Simulation simulation) throws Exception;
  }

  private Simulation(long seed, Trace trace, Duration realTimeLimit) {
    Chance seeds = new Chance(seed);
    this.seed = seed;
    this.realNanosLimit = realTimeLimit.toNanos();
    this.chance = seeds.split();
    this.trace = trace;
    // Some seeds switch threads rarely and others often, because both find different bugs.
    this.switching = 0.05 + 0.95 * Math.pow(seeds.nextDouble(), 2);
  }

  /**
   * Runs the body as the simulation's root thread, which belongs to no node, and then ends all
   * other threads.
   *
   * @return the simulation, for its statistics
   * @throws IllegalStateException if a thread makes no progress for five minutes of real time
   */
  public static Simulation run(long seed, Trace trace, Body body) throws Exception {
    return run(seed, trace, REAL_TIME_LIMIT, body);
  }

  static Simulation run(long seed, Trace trace, Duration realTimeLimit, Body body)
      throws Exception {
    Simulation simulation = new Simulation(seed, trace, realTimeLimit);
    simulation.root.isThisThread();
    try {
      body.run(simulation);
    } finally {
      simulation.endAll();
    }
    return simulation;
  }

  /** Returns the virtual time since the start. */
  public long nowNanos() {
    return nowNanos;
  }

  /** Returns how often the scheduler was called. */
  public long steps() {
    return steps;
  }

  /** Returns the random source for decisions other than the schedule. */
  public Chance chance() {
    return chance;
  }

  /** Returns the trace of the simulation. */
  public Trace trace() {
    return trace;
  }

  /** Returns the threads that ended with an uncaught exception, each with that exception. */
  public List<String> deaths() {
    return List.copyOf(deaths);
  }

  /** Adds a line to the trace, if it keeps lines. */
  public void line(Supplier<String> text) {
    trace.line(nowNanos, running, text);
  }

  /** Runs the event at this time, on the thread that finds it due. The event must not wait. */
  public void at(long timeNanos, Runnable event) {
    timers.run(event, timeNanos);
  }

  /** Lets time pass for this thread. Interrupts wait until it has passed. */
  public void pass(Duration duration) {
    step("pass");
    block(after(duration), false);
    checkCrash();
  }

  /** Lets time pass for this thread, which may be interrupted. */
  public void sleep(Duration duration) throws InterruptedException {
    step("sleep");
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    Wake wake = block(after(duration), true);
    checkCrash();
    if (wake == Wake.INTERRUPT) {
      throw new InterruptedException();
    }
  }

  /** Lets another thread run, if the seed decides so. */
  public void step(String what) {
    checkCrash();
    if (inEvent) {
      return;
    }
    count(what);
    fireDue();
    SimulatedThread self = running;
    if (self.node != null && self.node.isPaused()) {
      freeze(self);
      handOver(self);
    } else if (!ready.isEmpty() && chance.happens(switching)) {
      ready.add(self);
      handOver(self);
    }
    checkCrash();
  }

  /** Throws if the running thread's node has crashed. */
  void checkCrash() {
    SimulatedNode node = running.node;
    if (!inEvent && node != null && node.isDead()) {
      throw new SimulatedCrash(node.name());
    }
  }

  boolean isInEvent() {
    return inEvent;
  }

  SimulatedThread running() {
    return running;
  }

  /** Returns the virtual time that is this duration from now. */
  public long after(Duration duration) {
    long nanos = duration.compareTo(Duration.ofDays(1_000)) > 0 ? FOREVER / 2 : duration.toNanos();
    return nowNanos + Math.max(0, nanos);
  }

  SimulatedThread spawn(String name, SimulatedNode node, Runnable body) {
    SimulatedThread thread = new SimulatedThread(++threadCount, name, node);
    unended.add(thread);
    ready.add(thread);
    ThreadPool.run(() -> live(thread, body));
    return thread;
  }

  /** Blocks the running thread until this time or a wake-up. */
  Wake block(long untilNanos, boolean interruptible) {
    if (inEvent) {
      throw new IllegalStateException("An event must not wait");
    }
    SimulatedThread self = running;
    self.state = State.BLOCKED;
    self.interruptible = interruptible;
    self.waits++;
    if (untilNanos != FOREVER) {
      timers.wake(self, untilNanos);
    }
    handOver(self);
    return self.wake;
  }

  void wake(SimulatedThread thread, Wake why) {
    if (thread.state != State.BLOCKED) {
      return;
    }
    thread.wake = why;
    thread.waits++;
    isBack(thread);
  }

  /**
   * Marks the running thread as waiting outside, as the caller has found out, and lets another
   * thread continue.
   */
  void goOnWithout(SimulatedThread thread) {
    thread.state = State.OUTSIDE;
    thread.waits++;
    pick().giveTurn();
  }

  /** Marks a thread as ready after its wait outside. The thread continues when its turn comes. */
  void isBack(SimulatedThread thread) {
    if (thread.node != null && thread.node.isPaused()) {
      freeze(thread);
    } else {
      thread.state = State.READY;
      ready.add(thread);
    }
  }

  /** Runs an action in the name of another thread, which isn't running. */
  void inTheNameOf(SimulatedThread thread, Runnable what) {
    SimulatedThread self = running;
    running = thread;
    try {
      what.run();
    } finally {
      running = self;
    }
  }

  void interrupt(SimulatedThread thread) {
    if (thread == running) {
      Thread.currentThread().interrupt();
    } else if (thread.state == State.BLOCKED && thread.interruptible) {
      wake(thread, Wake.INTERRUPT);
    } else if (thread.state != State.ENDED) {
      thread.interruptPending = true;
    }
  }

  /** Stops the node's threads from now on. */
  void freezeAll(SimulatedNode node) {
    for (SimulatedThread thread : List.copyOf(ready)) {
      if (thread.node == node) {
        ready.remove(thread);
        freeze(thread);
      }
    }
  }

  void thaw(SimulatedNode node) {
    for (SimulatedThread thread : unended) {
      if (thread.node == node && thread.state == State.FROZEN) {
        thread.state = State.READY;
        ready.add(thread);
      }
    }
  }

  /** Wakes every thread of the node, so that it notices that the node is dead. */
  void wakeAll(SimulatedNode node) {
    thaw(node);
    for (SimulatedThread thread : List.copyOf(unended)) {
      if (thread.node == node) {
        wake(thread, Wake.CRASH);
      }
    }
  }

  private void freeze(SimulatedThread thread) {
    thread.state = State.FROZEN;
  }

  private void live(SimulatedThread thread, Runnable body) {
    thread.isThisThread();
    thread.awaitTurn(0);
    try {
      checkCrash();
      thread.takeInterruptBack();
      body.run();
    } catch (SimulatedCrash asWanted) {
      line(() -> "ended by the crash");
    } catch (Throwable unexpected) {
      deaths.add(thread + " died of " + unexpected);
    } finally {
      Thread.interrupted();
      ended(thread);
    }
  }

  private void ended(SimulatedThread thread) {
    thread.state = State.ENDED;
    unended.remove(thread);
    thread.joiners.forEach(joiner -> wake(joiner, Wake.SIGNAL));
    count("end");
    pick().giveTurn();
  }

  private void handOver(SimulatedThread self) {
    SimulatedThread next = pick();
    if (next != self) {
      self.setInterruptAside();
      next.giveTurn();
      if (!self.awaitTurn(self == root ? realNanosLimit : 0)) {
        throw hangs("a thread doesn't come back to its seams: " + running.whereItIs());
      }
      self.takeInterruptBack();
    }
    if (self == root && stuck) {
      throw new IllegalStateException("All threads wait forever: " + unended);
    }
  }

  /**
   * Removes and returns the next thread that can run. If no thread can run, moves the clock to the
   * next timer.
   */
  private SimulatedThread pick() {
    while (ready.isEmpty()) {
      Timer next = timers.next();
      if (next == null) {
        stuck = true;
        wake(root, Wake.SIGNAL);
        continue;
      }
      nowNanos = Math.max(nowNanos, next.atNanos());
      fire(next);
    }
    int at = ready.size() == 1 ? 0 : chance.nextInt(ready.size());
    SimulatedThread next = ready.get(at);
    SimulatedThread last = ready.remove(ready.size() - 1);
    if (last != next) {
      ready.set(at, last);
    }
    running = next;
    return next;
  }

  private void count(String what) {
    steps++;
    nowNanos += chance.nextInt(LONGEST_STEP_NANOS);
    trace.step(nowNanos, running.id, what);
  }

  private void fireDue() {
    Timer due;
    while ((due = timers.due(nowNanos)) != null) {
      fire(due);
    }
  }

  private void fire(Timer timer) {
    SimulatedThread sleeper = timer.sleeper();
    Runnable event = timer.event();
    if (sleeper != null) {
      wake(sleeper, Wake.TIME);
    }
    if (event != null) {
      boolean before = inEvent;
      inEvent = true;
      try {
        event.run();
      } finally {
        inEvent = before;
      }
    }
  }

  /**
   * Returns the exception for a thread that hangs. That thread keeps the turn, so no other thread
   * may use the simulation any more.
   */
  private IllegalStateException hangs(String what) {
    hangs = true;
    return new IllegalStateException("Seed " + seed + " hangs: " + what);
  }

  private void endAll() {
    if (hangs) {
      return;
    }
    for (SimulatedThread thread : List.copyOf(unended)) {
      Objects.requireNonNull(thread.node).crash();
    }
    timers.clear();
    long before = System.nanoTime();
    while (!unended.isEmpty() && !stuck) {
      block(after(Duration.ofSeconds(1)), false);
      if (System.nanoTime() - before > realNanosLimit) {
        throw hangs(unended.stream().map(SimulatedThread::whereItIs).collect(joining("\n")));
      }
    }
  }
}
