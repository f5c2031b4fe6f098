package dev.baton.tck.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One start of a process: its threads, its clocks, and whether it lives. A crash ends all its
 * threads at their next seam call; the process that is started in its place is another node.
 */
public final class SimulatedNode {
  /** How many of its threads write now, by whichever of its stores. */
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

  /** A node whose clocks run as chance has it. */
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

  /** Chance as this node's own random source gives it. */
  public Chance chance() {
    return chance;
  }

  public boolean isDead() {
    return dead;
  }

  public boolean isPaused() {
    return pauses > 0 && !dead;
  }

  /** When it last went on after it had stood still; zero when it never did. */
  public long thawedNanos() {
    return thawedNanos;
  }

  /** Ends it: nothing it does from here on has any effect. */
  public void crash() {
    if (dead) {
      return;
    }
    dead = true;
    simulation.line(() -> name + " crashes");
    simulation.wakeAll(this);
    whenCrashed.forEach(Runnable::run);
  }

  /** None of its threads runs for so long, as in a long garbage collection; its clocks go on. */
  public void pause(Duration duration) {
    pauses++;
    simulation.line(() -> name + " stands still for " + duration);
    simulation.freezeAll(this);
    simulation.at(simulation.after(duration), this::unpause);
  }

  /** Sets its wall clock to another time, as people and daemons do. */
  public void stepWallClock(Duration step) {
    wallSkewMillis += step.toMillis();
    simulation.line(() -> name + " sets its wall clock by " + step);
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

  /** What is to be done at the moment of its crash, for example to break its connections. */
  public void onCrash(Runnable action) {
    whenCrashed.add(action);
  }

  long monotonicNanos() {
    return origin + (long) (simulation.nowNanos() * rate);
  }

  long wallMillis() {
    return WALL_CLOCK_ORIGIN + wallSkewMillis + simulation.nowNanos() / 1_000_000;
  }

  /** How long a wait of so long on this node's clock takes. */
  Duration onTheClockOfAll(Duration duration) {
    if (duration.compareTo(Duration.ofDays(1_000)) > 0) {
      return duration;
    }
    return Duration.ofNanos((long) (duration.toNanos() / rate));
  }

  /** Whether the thread that runs now is one of its own, and it lives. */
  boolean isRunning() {
    return !dead && !simulation.isInEvent() && equals(simulation.running().node);
  }

  /** A seam is called: its node must live. */
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
