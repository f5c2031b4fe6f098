package dev.baton.tck.simulation;

import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One start of a process: its threads, its clocks, and whether it is alive. A crash ends all its
 * threads at their next seam call. A process that is started as a replacement is another node.
 */
public final class SimulatedNode {
  /** Number of its threads that are currently writing, through any of its stores. */
  int writing;

  private static final long WALL_CLOCK_ORIGIN = 1_772_000_000_000L;
  private static final double MAX_DRIFT = 0.01;
  private static final int MAX_SKEW_MILLIS = 3_600_000;

  private final Simulation simulation;
  private final String name;
  private final double rate;
  private final long origin;
  private long wallSkewMillis;
  private final Chance chance;
  private final List<Runnable> whenCrashed = new ArrayList<>();
  private boolean dead;
  private int pauses;
  private long thawedNanos;

  /** Creates a node whose clocks run at random speeds. */
  public SimulatedNode(Simulation simulation, String name) {
    this.simulation = simulation;
    this.name = name;
    this.chance = simulation.chance().split();
    this.rate = 1 + MAX_DRIFT * (2 * chance.nextDouble() - 1);
    this.origin = chance.nextLong() >> 8;
    this.wallSkewMillis = chance.between(-MAX_SKEW_MILLIS, MAX_SKEW_MILLIS);
  }

  public String name() {
    return name;
  }

  public Simulation simulation() {
    return simulation;
  }

  /** Returns the random source of this node. */
  public Chance chance() {
    return chance;
  }

  public boolean isDead() {
    return dead;
  }

  public boolean isPaused() {
    return pauses > 0 && !dead;
  }

  /** Returns when the node last continued after a pause; zero if it was never paused. */
  public long thawedNanos() {
    return thawedNanos;
  }

  /** Crashes the node: nothing that it does from now on has any effect. */
  public void crash() {
    if (dead) {
      return;
    }
    dead = true;
    simulation.line(() -> name + " crashes");
    simulation.wakeAll(this);
    whenCrashed.forEach(Runnable::run);
  }

  /**
   * Pauses all threads of the node for this duration, as a long garbage collection does. Its clocks
   * continue.
   */
  public void pause(Duration duration) {
    pauses++;
    simulation.line(() -> name + " is paused for " + Texts.duration(duration));
    simulation.freezeAll(this);
    simulation.at(simulation.after(duration), this::unpause);
  }

  /** Changes its wall clock by this step, as people and daemons do. */
  public void stepWallClock(Duration step) {
    wallSkewMillis += step.toMillis();
    simulation.line(() -> name + " changes its wall clock by " + Texts.duration(step));
  }

  /** Starts a thread of this node. */
  public void start(String threadName, Runnable body) {
    simulation.spawn(threadName, this, body);
  }

  private void unpause() {
    pauses--;
    if (pauses == 0) {
      thawedNanos = simulation.nowNanos();
      simulation.thaw(this);
    }
  }

  /** Adds an action that runs when the node crashes, for example to break its connections. */
  public void onCrash(Runnable action) {
    whenCrashed.add(action);
  }

  long monotonicNanos() {
    return origin + (long) (simulation.nowNanos() * rate);
  }

  long wallMillis() {
    return WALL_CLOCK_ORIGIN + wallSkewMillis + simulation.nowNanos() / 1_000_000;
  }

  /** Returns how long a wait of this duration on the node's clock takes in simulated time. */
  Duration onTheClockOfAll(Duration duration) {
    if (duration.compareTo(Duration.ofDays(1_000)) > 0) {
      return duration;
    }
    return Duration.ofNanos((long) (duration.toNanos() / rate));
  }

  /** Returns whether the running thread belongs to this node and the node is alive. */
  boolean isRunning() {
    return !dead && !simulation.isInEvent() && equals(simulation.running().node);
  }

  /** Throws {@link SimulatedCrash} if this node has died. */
  public void require() {
    if (dead && !simulation.isInEvent()) {
      throw new SimulatedCrash(name);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
