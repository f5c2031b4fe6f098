package dev.baton.tck.simulation;

import dev.baton.api.Transaction;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import dev.baton.schedule.ScheduleState;
import dev.baton.spi.AuditNote;
import dev.baton.task.internal.Texts;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.NewTask;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The simulated database, which survives all nodes. It has its own clock, outages and failovers,
 * and calls and results get lost on the way. Its rows are in memory ({@link SimulatedMemory}) or in
 * a real database.
 */
public abstract class SimulatedDatabase {
  private static final Instant ORIGIN = Instant.parse("2026-03-01T08:30:00.123456Z");
  private static final int CONNECT_MILLIS = 400;
  private static final int MAX_LATENCY_MICROS = 900;
  private static final int CLOCK_STEP_MILLIS = 1_500;

  private final Simulation simulation;
  private final Chance chance;
  private final List<StoreWatch> watches = new ArrayList<>();
  private Faults faults = Faults.none();
  private long awayUntilNanos;

  /** Deviation of the clock from the simulation's time, from each of these moments on. */
  private final NavigableMap<Long, Long> clockSteps = new TreeMap<>(Map.of(0L, 0L));

  private @Nullable Failing failing;
  private BiConsumer<SimulatedNode, String> mishaps = (node, what) -> {};
  private boolean clockJumps;
  private Instant latest = Instant.MIN;
  private long clockPutNanos = Long.MIN_VALUE / 2;
  private long faultCount;
  private long failedCalls;
  private long resumes;

  protected SimulatedDatabase(Simulation simulation) {
    this.simulation = simulation;
    this.chance = simulation.chance().split();
  }

  /** A verb that always fails on one node until a given time. */
  private record Failing(SimulatedNode node, Verb verb, long untilNanos) {}

  /** A snapshot of the rows, for a later failover. */
  public interface Snapshot {}

  /** Returns the committed rows for checkers, without a node and without faults. */
  public abstract CommittedRows committed();

  /** Returns descriptions of rows whose task doesn't exist; empty if there are none. */
  public List<String> orphans() {
    return List.of();
  }

  /** Returns descriptions of the cycles in which only statements of nodes waited for each other. */
  public List<String> ownCircles() {
    return List.of();
  }

  /** Returns the pauses in force. */
  public abstract List<Paused> pauses();

  /** Ends a pause, as an operator at the database does. */
  public abstract void resume(Pause pause);

  /** Returns the audit entry of the end of a pause. */
  protected final AuditNote resumed() {
    return new AuditNote(
        new UUID(0, ++resumes), null, null, "operator at the database", "RESUME", null, null);
  }

  /** Returns the schedule with this name. */
  public abstract Optional<ScheduleState> schedule(String name);

  /** Ends a schedule if it is unchanged since it was read. */
  public abstract void endSchedule(ScheduleState seen);

  /** Returns a snapshot of the committed rows. */
  public abstract Snapshot snapshot();

  /** Restores the committed rows of the snapshot. All open transactions are lost. */
  protected abstract void rewindTo(Snapshot snapshot);

  /** Writes an effect of the application, which counts if the transaction commits. */
  public abstract void effect(Transaction transaction, String name);

  /** Writes an effect of the application in its own transaction. */
  public abstract void effectApart(String name);

  /** Sets a savepoint in the transaction and returns an action that rolls back to it. */
  public abstract Runnable savepoint(Transaction transaction);

  /** Makes the database refuse every finished task with this result from now on. */
  public abstract void refuse(dev.baton.task.Bytes result);

  /** Returns the time of the database's clock. */
  public Instant now() {
    return shownAt(simulation.nowNanos());
  }

  /** Allows clock changes from now on, and lets nodes read the store's report. */
  public void mayPutClock() {
    clockJumps = true;
  }

  boolean mayBePut() {
    return clockJumps;
  }

  /** Sets the database's clock forward or back. The clocks of the nodes are unaffected. */
  public void putClock(Duration by) {
    faultCount++;
    simulation.line(() -> "the database's clock changes by " + Texts.duration(by));
    latest = latest();
    stepClock(by.toNanos());
    clockPutNanos = simulation.nowNanos();
    watches.forEach(StoreWatch::clockPut);
  }

  private void stepClock(long nanos) {
    clockSteps.put(simulation.nowNanos(), clockSteps.lastEntry().getValue() + nanos);
  }

  private Instant shownAt(long nanos) {
    return ORIGIN.plusNanos(nanos + clockSteps.floorEntry(nanos).getValue());
  }

  /**
   * Returns the earliest time that the database's clock has shown since this moment, in terms of
   * {@link Simulation#nowNanos}. It is as precise as a column.
   */
  public Instant earliestSince(long nanos) {
    Instant earliest = shownAt(nanos);
    for (long stepped : clockSteps.tailMap(nanos, false).keySet()) {
      Instant shown = shownAt(stepped);
      earliest = shown.isBefore(earliest) ? shown : earliest;
    }
    return earliest.truncatedTo(ChronoUnit.MICROS);
  }

  /** Returns when the database's clock was last set, in terms of {@link Simulation#nowNanos}. */
  public long clockPutNanos() {
    return clockPutNanos;
  }

  /** Returns the latest time that the database's clock has ever shown. */
  public Instant latest() {
    Instant now = now();
    return now.isAfter(latest) ? now : latest;
  }

  /**
   * Returns the clock's time in the transaction whose changes are being reported; otherwise the
   * current time.
   */
  public Instant countedAt() {
    return now();
  }

  /** Sets the faults that apply from now on. */
  public void faults(Faults some) {
    faults = some;
  }

  public Faults faults() {
    return faults;
  }

  /** Returns the number of faults that happened. */
  public long faultCount() {
    return faultCount;
  }

  /** Counts a fault that another class caused. */
  public void countFault() {
    faultCount++;
  }

  /** Adds a watch that observes everything from now on. */
  public void watch(StoreWatch watch) {
    watches.add(watch);
  }

  /** Makes the database unreachable for this duration. */
  public void goAway(Duration duration) {
    faultCount++;
    simulation.line(() -> "the database is away for " + Texts.duration(duration));
    awayUntilNanos = Math.max(awayUntilNanos, simulation.after(duration));
  }

  /**
   * Lets a driver throw any exception from now on; the call is then applied completely or not at
   * all.
   */
  public void mishaps(BiConsumer<SimulatedNode, String> some) {
    mishaps = some;
  }

  /** Throws an unexpected exception if the driver does so now. */
  protected void mishap(SimulatedNode node) {
    mishaps.accept(node, "driver");
  }

  /**
   * Makes this verb fail on this node for this duration, whatever its arguments. All other calls
   * work as before.
   */
  public void fails(SimulatedNode node, Verb verb, Duration duration) {
    simulation.line(() -> verb + " fails on " + node + " for " + Texts.duration(duration));
    failing = new Failing(node, verb, simulation.after(duration));
  }

  /** Returns whether this verb currently fails on this node, and counts the fault if so. */
  protected boolean failsHere(SimulatedNode node, @Nullable Verb verb) {
    Failing one = failing;
    boolean fails =
        one != null
            && one.node() == node
            && one.verb() == verb
            && simulation.nowNanos() < one.untilNanos();
    if (fails) {
      faultCount++;
      failedCalls++;
    }
    return fails;
  }

  /** Returns the number of calls that failed because their verb fails on one node. */
  public long failedCalls() {
    return failedCalls;
  }

  /** Makes the database reachable again at once and ends the failure of a verb. */
  public void comeBack() {
    failing = null;
    awayUntilNanos = simulation.nowNanos();
  }

  protected boolean isAway() {
    return awayUntilNanos > simulation.nowNanos();
  }

  /** Fails over to a replica with the rows of the snapshot and a different clock. */
  public void failOver(Snapshot snapshot) {
    faultCount++;
    simulation.line(() -> "the database fails over to an earlier moment");
    rewindTo(snapshot);
    stepClock(chance.between(0, CLOCK_STEP_MILLIS) * 1_000_000L);
    watches.forEach(StoreWatch::rewound);
  }

  protected Simulation simulation() {
    return simulation;
  }

  protected Chance chance() {
    return chance;
  }

  /** Simulates the way of a call to the database. If this returns, the call is applied. */
  protected void enter(SimulatedNode node, String what) {
    boolean arrived = false;
    try {
      goThere(node, what);
      arrived = true;
    } finally {
      tellTrouble(node, arrived);
    }
    crash(node, what);
  }

  void enter(SimulatedNode node, Verb verb) {
    enter(node, verb.name());
    if (failsHere(node, verb)) {
      tellTrouble(node, false);
      throw new StoreUnavailableException(verb + " fails on this node");
    }
  }

  private void goThere(SimulatedNode node, String what) {
    simulation.step(what);
    mishap(node);
    if (isAway()) {
      pass(node, chance.millis(1, CONNECT_MILLIS));
      if (isAway()) {
        throw new StoreUnavailableException("The database is away");
      }
    }
    if (chance.happens(faults.failBefore())) {
      faultCount++;
      travel(node);
      simulation.line(() -> what + " fails before it is applied");
      throw new StoreUnavailableException("The call failed");
    }
    travel(node);
  }

  /**
   * Simulates the way of the result back. The call has been applied, whether or not this throws.
   */
  protected void leave(SimulatedNode node, String what) {
    crash(node, what);
    boolean arrived = false;
    try {
      comeBack(node, what);
      arrived = true;
    } finally {
      tellTrouble(node, arrived);
    }
  }

  void leave(SimulatedNode node, Verb verb) {
    leave(node, verb.name());
  }

  private void comeBack(SimulatedNode node, String what) {
    mishap(node);
    if (chance.happens(faults.loseReply())) {
      faultCount++;
      travel(node);
      simulation.line(() -> what + " was applied and its answer is lost");
      throw new StoreUnavailableException("The answer was lost");
    }
    travel(node);
  }

  protected void tellTrouble(SimulatedNode node, boolean arrived) {
    if (!arrived) {
      watches.forEach(watch -> watch.troubled(node, simulation.nowNanos()));
    }
  }

  protected void crash(SimulatedNode node, String what) {
    if (chance.happens(faults.crash())) {
      faultCount++;
      simulation.line(() -> "crash at " + what);
      node.crash();
      node.require();
    }
  }

  protected void travel(SimulatedNode node) {
    if (chance.happens(faults.slow())) {
      faultCount++;
      pass(node, chance.millis(1, faults.slowMillis()));
    } else {
      simulation.pass(Duration.ofNanos(1_000L * (50 + chance.nextInt(MAX_LATENCY_MICROS))));
    }
  }

  /** Lets the node wait for longer than usual, without any information meanwhile. */
  protected void pass(SimulatedNode node, Duration wait) {
    tellWaiting(node, wait);
    simulation.pass(wait);
  }

  /** Reports to the watches that the node may have to wait for this duration. */
  protected void tellWaiting(SimulatedNode node, Duration wait) {
    watches.forEach(watch -> watch.troubled(node, simulation.after(wait)));
  }

  protected void changed(SimulatedNode by, Verb verb, Collection<UUID> ids) {
    watches.forEach(watch -> watch.changed(by, verb, ids));
  }

  protected void claiming(SimulatedNode by, Collection<UUID> ids) {
    watches.forEach(watch -> watch.claiming(by, ids));
  }

  protected void adding(List<NewTask> tasks) {
    watches.forEach(watch -> watch.adding(tasks));
  }

  protected void paused(Pause pause, boolean inForce) {
    watches.forEach(watch -> watch.paused(pause, inForce));
  }

  protected void learnt(SimulatedNode node, List<Paused> pauses) {
    watches.forEach(watch -> watch.learnt(node, pauses));
  }

  protected void renewing(SimulatedNode by, List<ClaimFence> held) {
    watches.forEach(watch -> watch.renewing(by, held));
  }
}
