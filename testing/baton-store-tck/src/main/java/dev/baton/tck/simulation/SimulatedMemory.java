package dev.baton.tck.simulation;

import dev.baton.api.Transaction;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import dev.baton.schedule.ScheduleState;
import dev.baton.spi.Survey;
import dev.baton.spi.Switches;
import dev.baton.task.Bytes;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.Transition;
import dev.baton.task.rule.WaitState;
import dev.baton.tck.MemoryClusterStore;
import dev.baton.tck.MemoryScheduleStore;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.UUID;
import java.util.function.Predicate;

/** A simulated database whose rows are in memory. */
public final class SimulatedMemory extends SimulatedDatabase {
  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(3);

  private final MemoryTaskStore store;
  private final MemoryScheduleStore schedules;
  private final MemoryClusterStore cluster;
  private final Map<MemoryTransaction, Set<UUID>> written = new IdentityHashMap<>();
  private final List<UUID> movedByOthers = new ArrayList<>();
  private Predicate<Transition> refused = transition -> false;

  public SimulatedMemory(Simulation simulation) {
    super(simulation);
    this.store = new MemoryTaskStore(this::now, simulation::pass, LOCK_TIMEOUT);
    this.cluster = new MemoryClusterStore(this::now, store.operations());
    this.store.onMovedByOthers(movedByOthers::add);
    this.schedules = new MemoryScheduleStore(store);
  }

  /** Returns the store of the rows, without a node and without faults. */
  public MemoryTaskStore rows() {
    return store;
  }

  /** Returns the store of nodes and pauses, without faults. */
  public MemoryClusterStore clusterRows() {
    return cluster;
  }

  /** Returns whether the committed rows have work for any node, with these switches. */
  Survey survey(Switches switches, Duration ahead) {
    boolean hasWork =
        committed().live().stream().anyMatch(this::isWork)
            || !schedules.due(ahead, null, 1).isEmpty();
    return new Survey(switches, !hasWork, true);
  }

  private boolean isWork(Task task) {
    Instant at = task.position().nextEventAt();
    return switch (task.position().status()) {
      case READY, RUNNING -> true;
      case WAITING -> at == null || !at.isAfter(now());
      default -> false;
    };
  }

  /** Returns the store of schedules, without faults. */
  public MemoryScheduleStore scheduleRows() {
    return schedules;
  }

  @Override
  public CommittedRows committed() {
    return new Committed();
  }

  @Override
  public List<Paused> pauses() {
    return cluster.pauses();
  }

  @Override
  public void resume(Pause pause) {
    cluster.resume(pause, resumed());
  }

  @Override
  public Optional<ScheduleState> schedule(String name) {
    return schedules.find(name);
  }

  @Override
  public void endSchedule(ScheduleState seen) {
    MemoryTransaction transaction = store.begin();
    if (schedules.tryLock(transaction, seen.name()).isPresent()) {
      schedules.change(transaction, seen.due(null, null));
    }
    transaction.commit();
  }

  private record Rows(MemoryTaskStore.Snapshot rows) implements Snapshot {}

  @Override
  public Snapshot snapshot() {
    return new Rows(store.snapshot());
  }

  @Override
  protected void rewindTo(Snapshot snapshot) {
    store.rewindTo(((Rows) snapshot).rows());
  }

  @Override
  public void effect(Transaction transaction, String name) {
    transaction.unwrap(MemoryTransaction.class).effect(name);
  }

  @Override
  public void effectApart(String name) {
    MemoryTransaction apart = store.begin();
    apart.effect(name);
    apart.commit();
  }

  @Override
  public Runnable savepoint(Transaction transaction) {
    MemoryTransaction memory = transaction.unwrap(MemoryTransaction.class);
    MemoryTransaction.Savepoint savepoint = memory.savepoint();
    return () -> memory.rollbackTo(savepoint);
  }

  @Override
  public void refuse(Bytes result) {
    refused =
        transition ->
            transition.change() instanceof Change.Finish finish
                && Objects.equals(result, finish.result());
  }

  void requireStorable(List<Transition> transitions) {
    if (transitions.stream().anyMatch(refused)) {
      countFault();
      simulation().line(() -> "values are refused");
      throw new RequestRefusedException("A value can't be stored", new IllegalArgumentException());
    }
  }

  /** Returns the tasks that were moved since the last call because other tasks ended. */
  List<UUID> takeMovedByOthers() {
    List<UUID> taken = List.copyOf(movedByOthers);
    movedByOthers.clear();
    return taken;
  }

  /** Records the tasks that a transaction changes. The changes become visible when it commits. */
  void writes(MemoryTransaction transaction, Collection<UUID> ids) {
    written.computeIfAbsent(transaction, key -> new LinkedHashSet<>()).addAll(ids);
  }

  /** Called when a transaction has ended: its writes are visible now. */
  public void ended(SimulatedNode by, MemoryTransaction transaction, Verb verb) {
    Set<UUID> ids = written.remove(transaction);
    if (ids != null) {
      changed(by, verb, ids);
    }
  }

  private final class Committed implements CommittedRows {
    @Override
    public Optional<Task> find(UUID id) {
      return store.find(id);
    }

    @Override
    public Optional<FinishedTask> findFinished(UUID id) {
      return store.findFinished(id);
    }

    @Override
    public List<Task> live() {
      return store.live();
    }

    @Override
    public List<FinishedTask> finished() {
      return store.finished();
    }

    @Override
    public WaitState waiting(UUID id) {
      return store.waiting(id);
    }

    @Override
    public SortedMap<String, Integer> effects() {
      return store.effects();
    }
  }
}
