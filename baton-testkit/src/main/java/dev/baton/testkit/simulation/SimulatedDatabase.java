package dev.baton.testkit.simulation;

import dev.baton.api.Pause;
import dev.baton.api.Paused;
import dev.baton.api.StoreRefusedException;
import dev.baton.api.StoreUnavailableException;
import dev.baton.task.Transition;
import dev.baton.testkit.MemoryClusterStore;
import dev.baton.testkit.MemoryScheduleStore;
import dev.baton.testkit.MemoryTaskStore;
import dev.baton.testkit.MemoryTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The database that outlives all nodes: its rows, its own clock, its outages and failovers, and the
 * way to it, on which calls and answers get lost.
 */
public final class SimulatedDatabase {
  private static final Instant ORIGIN = Instant.parse("2026-03-01T08:30:00.123456Z");
  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(3);
  private static final int CONNECT_MILLIS = 400;
  private static final int MOST_LATENCY_MICROS = 900;
  private static final int CLOCK_STEP_MILLIS = 1_500;

  private final Simulation simulation;
  private final Chance chance;
  private final MemoryTaskStore store;
  private final MemoryScheduleStore schedules;
  private final MemoryClusterStore cluster;
  private final List<StoreWatch> watches = new ArrayList<>();
  private final Map<MemoryTransaction, Set<UUID>> written = new IdentityHashMap<>();
  private final List<UUID> movedByOthers = new ArrayList<>();
  private Faults faults = Faults.none();
  private Predicate<Transition> refused = transition -> false;
  private long awayUntilNanos;
  private long clockStepNanos;
  private long faultCount;

  public SimulatedDatabase(Simulation simulation) {
    this.simulation = simulation;
    this.chance = simulation.chance().split();
    this.cluster = new MemoryClusterStore(this::now);
    this.store = new MemoryTaskStore(this::now, simulation::pass, LOCK_TIMEOUT);
    this.store.onMovedByOthers(movedByOthers::add);
    this.schedules = new MemoryScheduleStore(store);
  }

  /** The rows themselves, for checkers: no node, no faults. */
  public MemoryTaskStore rows() {
    return store;
  }

  /** What the nodes have written of themselves, and the pauses, for checkers. */
  public MemoryClusterStore clusterRows() {
    return cluster;
  }

  /** The schedules themselves, for checkers. */
  public MemoryScheduleStore scheduleRows() {
    return schedules;
  }

  /** What its clock shows. */
  public Instant now() {
    return ORIGIN.plusNanos(simulation.nowNanos() + clockStepNanos);
  }

  /** What goes wrong from here on. */
  public void faults(Faults some) {
    faults = some;
  }

  public Faults faults() {
    return faults;
  }

  /** Values that it can't store: a call that carries one is refused as a whole. */
  public void refuse(Predicate<Transition> some) {
    refused = some;
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

  /** It can be reached again at once. */
  public void comeBack() {
    awayUntilNanos = simulation.nowNanos();
  }

  /** Fails over to a copy that was last written at the snapshot, whose clock is another one. */
  public void failOver(MemoryTaskStore.Snapshot snapshot) {
    faultCount++;
    simulation.line(() -> "the database fails over to an earlier moment");
    store.rewindTo(snapshot);
    clockStepNanos += chance.between(0, CLOCK_STEP_MILLIS) * 1_000_000L;
    watches.forEach(StoreWatch::rewound);
  }

  Simulation simulation() {
    return simulation;
  }

  Chance chance() {
    return chance;
  }

  /** The way there: from here on the call is applied, unless this throws. */
  void enter(SimulatedNode node, Verb verb) {
    boolean arrived = false;
    try {
      goThere(node, verb);
      arrived = true;
    } finally {
      tellTrouble(node, arrived);
    }
    crash(node, verb);
  }

  private void goThere(SimulatedNode node, Verb verb) {
    simulation.step(verb.name());
    if (awayUntilNanos > simulation.nowNanos()) {
      pass(node, chance.millis(1, CONNECT_MILLIS));
      if (awayUntilNanos > simulation.nowNanos()) {
        throw new StoreUnavailableException("The database is away");
      }
    }
    if (chance.happens(faults.failBefore())) {
      faultCount++;
      travel(node);
      simulation.line(() -> verb + " fails before it is applied");
      throw new StoreUnavailableException("The call failed");
    }
    travel(node);
  }

  /** The way back: it is applied, whether or not this throws. */
  void leave(SimulatedNode node, Verb verb) {
    crash(node, verb);
    boolean arrived = false;
    try {
      comeBack(node, verb);
      arrived = true;
    } finally {
      tellTrouble(node, arrived);
    }
  }

  private void comeBack(SimulatedNode node, Verb verb) {
    if (chance.happens(faults.loseReply())) {
      faultCount++;
      travel(node);
      simulation.line(() -> verb + " was applied and its answer is lost");
      throw new StoreUnavailableException("The answer was lost");
    }
    travel(node);
  }

  private void tellTrouble(SimulatedNode node, boolean arrived) {
    if (!arrived) {
      watches.forEach(watch -> watch.troubled(node, simulation.nowNanos()));
    }
  }

  void requireStorable(List<Transition> transitions) {
    if (transitions.stream().anyMatch(refused)) {
      faultCount++;
      simulation.line(() -> "values are refused");
      throw new StoreRefusedException("A value can't be stored", new IllegalArgumentException());
    }
  }

  void crash(SimulatedNode node, Verb verb) {
    if (chance.happens(faults.crash())) {
      faultCount++;
      simulation.line(() -> "crash at " + verb);
      node.crash();
      node.require();
    }
  }

  void travel(SimulatedNode node) {
    if (chance.happens(faults.slow())) {
      faultCount++;
      pass(node, chance.millis(1, faults.slowMillis()));
    } else {
      simulation.pass(Duration.ofNanos(1_000L * (50 + chance.nextInt(MOST_LATENCY_MICROS))));
    }
  }

  /** Longer than usual: the node waits, and knows nothing meanwhile. */
  private void pass(SimulatedNode node, Duration wait) {
    watches.forEach(watch -> watch.troubled(node, simulation.after(wait)));
    simulation.pass(wait);
  }

  void changed(SimulatedNode by, Verb verb, Collection<UUID> ids) {
    watches.forEach(watch -> watch.changed(by, verb, ids));
  }

  void claiming(SimulatedNode by, Collection<UUID> ids) {
    watches.forEach(watch -> watch.claiming(by, ids));
  }

  void paused(Pause pause, boolean inForce) {
    watches.forEach(watch -> watch.paused(pause, inForce));
  }

  void learnt(SimulatedNode node, List<Paused> pauses) {
    watches.forEach(watch -> watch.learnt(node, pauses));
  }

  void renewing(SimulatedNode by, List<dev.baton.task.Hold> held) {
    watches.forEach(watch -> watch.renewing(by, held));
  }

  /** The tasks that were moved since the last call because others ended. */
  List<UUID> takeMovedByOthers() {
    List<UUID> taken = List.copyOf(movedByOthers);
    movedByOthers.clear();
    return taken;
  }

  /** Remembers what a transaction touches: it shows when it commits. */
  void writes(MemoryTransaction transaction, Collection<UUID> ids) {
    written.computeIfAbsent(transaction, key -> new LinkedHashSet<>()).addAll(ids);
  }

  void ended(SimulatedNode by, MemoryTransaction transaction, Verb verb) {
    Set<UUID> ids = written.remove(transaction);
    if (ids != null) {
      changed(by, verb, ids);
    }
  }
}
