package dev.baton.tck.simulation;

import dev.baton.api.Transaction;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.cluster.Pause;
import dev.baton.cluster.Paused;
import dev.baton.schedule.ScheduleState;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.NewTask;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The database that outlives all nodes: its own clock, its outages and failovers, and the way to
 * it, on which calls and answers get lost. Its rows are in memory ({@link SimulatedMemory}) or in a
 * real database.
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
  private long clockStepNanos;
  private @Nullable Failing failing;
  private BiConsumer<SimulatedNode, String> mishaps = (node, what) -> {};
  private boolean clockJumps;
  private Instant latest = Instant.MIN;
  private long clockPutNanos = Long.MIN_VALUE / 2;
  private long faultCount;
  private long failedCalls;

  protected SimulatedDatabase(Simulation simulation) {
    this.simulation = simulation;
    this.chance = simulation.chance().split();
  }

  /** One verb that always fails on one node, until then. */
  private record Failing(SimulatedNode node, Verb verb, long untilNanos) {}

  /** What a snapshot of the rows is, to fail over to later. */
  public interface Snapshot {}

  /** What is committed, for checkers: no node, no faults. */
  public abstract CommittedRows committed();

  /** What is left of tasks that aren't there, in words; empty where all rows have their tasks. */
  public List<String> orphans() {
    return List.of();
  }

  /** Circles in which nothing but the nodes' own statements waited, in words. */
  public List<String> ownCircles() {
    return List.of();
  }

  /** The pauses that are in force. */
  public abstract List<Paused> pauses();

  /** Ends a pause, as an operator at the database does. */
  public abstract void resume(Pause pause);

  /** The schedule of this name. */
  public abstract Optional<ScheduleState> schedule(String name);

  /** Ends a schedule, unless it isn't as it was seen. */
  public abstract void endSchedule(ScheduleState seen);

  /** What is committed now. */
  public abstract Snapshot snapshot();

  /** Puts everything back to what was committed then; whoever has a transaction open loses it. */
  protected abstract void rewindTo(Snapshot snapshot);

  /** Writes an effect of the application, which counts when the transaction commits. */
  public abstract void effect(Transaction transaction, String name);

  /** Writes an effect of the application in a transaction of its own. */
  public abstract void effectApart(String name);

  /** A savepoint in the transaction; what is answered goes back to it. */
  public abstract Runnable savepoint(Transaction transaction);

  /** From here on it takes no finished task with this result. */
  public abstract void refuse(dev.baton.task.Bytes result);

  /** What its clock shows. */
  public Instant now() {
    return ORIGIN.plusNanos(simulation.nowNanos() + clockStepNanos);
  }

  /** From here on its clock may be put forward or back, and nodes are shown what it says. */
  public void mayPutClock() {
    clockJumps = true;
  }

  boolean mayBePut() {
    return clockJumps;
  }

  /** Its clock is put forward or back; the clocks of the nodes go on as they were. */
  public void putClock(Duration by) {
    faultCount++;
    simulation.line(() -> "the database's clock is put by " + by);
    latest = latest();
    clockStepNanos += by.toNanos();
    clockPutNanos = simulation.nowNanos();
    watches.forEach(StoreWatch::clockPut);
  }

  /** When its clock was last put forward or back, as {@link Simulation#nowNanos}. */
  public long clockPutNanos() {
    return clockPutNanos;
  }

  /** The latest time that its clock has ever shown. */
  public Instant latest() {
    Instant now = now();
    return now.isAfter(latest) ? now : latest;
  }

  /** What its clock showed to the transaction whose changes are told now, or shows. */
  public Instant countedAt() {
    return now();
  }

  /** What goes wrong from here on. */
  public void faults(Faults some) {
    faults = some;
  }

  public Faults faults() {
    return faults;
  }

  /** Faults that happened. */
  public long faultCount() {
    return faultCount;
  }

  /** Counts a fault that somebody else made. */
  public void countFault() {
    faultCount++;
  }

  /** Sees everything from here on. */
  public void watch(StoreWatch watch) {
    watches.add(watch);
  }

  /** Nobody can reach it for so long. */
  public void goAway(Duration duration) {
    faultCount++;
    simulation.line(() -> "the database is away for " + duration);
    awayUntilNanos = Math.max(awayUntilNanos, simulation.after(duration));
  }

  /** From here on a driver may throw anything; the database is as it was before, or after. */
  public void mishaps(BiConsumer<SimulatedNode, String> some) {
    mishaps = some;
  }

  /** Throws what no call should throw, if the driver does so now. */
  protected void mishap(SimulatedNode node) {
    mishaps.accept(node, "driver");
  }

  /** This verb fails on this node for so long, whatever it is asked; all else works as it did. */
  public void fails(SimulatedNode node, Verb verb, Duration duration) {
    simulation.line(() -> verb + " fails on " + node + " for " + duration);
    failing = new Failing(node, verb, simulation.after(duration));
  }

  /** Whether it is one that fails there now; that it did is counted. */
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

  /** How many calls were of a verb that fails on one node. */
  public long failedCalls() {
    return failedCalls;
  }

  /** It can be reached again at once, and all verbs do what they should. */
  public void comeBack() {
    failing = null;
    awayUntilNanos = simulation.nowNanos();
  }

  protected boolean isAway() {
    return awayUntilNanos > simulation.nowNanos();
  }

  /** Fails over to a copy that was last written at the snapshot, whose clock is another one. */
  public void failOver(Snapshot snapshot) {
    faultCount++;
    simulation.line(() -> "the database fails over to an earlier moment");
    rewindTo(snapshot);
    clockStepNanos += chance.between(0, CLOCK_STEP_MILLIS) * 1_000_000L;
    watches.forEach(StoreWatch::rewound);
  }

  protected Simulation simulation() {
    return simulation;
  }

  protected Chance chance() {
    return chance;
  }

  /** The way there: from here on the call is applied, unless this throws. */
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

  /** The way back: it is applied, whether or not this throws. */
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

  /** Longer than usual: the node waits, and knows nothing meanwhile. */
  protected void pass(SimulatedNode node, Duration wait) {
    tellWaiting(node, wait);
    simulation.pass(wait);
  }

  /** The node may have to wait so long. */
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
