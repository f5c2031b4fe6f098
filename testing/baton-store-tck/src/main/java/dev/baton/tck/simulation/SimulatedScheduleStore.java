package dev.baton.tck.simulation;

import dev.baton.api.Transaction;
import dev.baton.api.error.StoreException;
import dev.baton.schedule.ScheduleState;
import dev.baton.spi.TransactionalScheduleStore;
import dev.baton.tck.MemoryScheduleStore;
import dev.baton.tck.MemoryTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One node's access to the schedules, on which calls and results get lost. */
public final class SimulatedScheduleStore implements TransactionalScheduleStore {
  private final SimulatedNode node;
  private final SimulatedMemory database;
  private final MemoryScheduleStore rows;

  public SimulatedScheduleStore(SimulatedNode node, SimulatedMemory database) {
    this.node = node;
    this.database = database;
    this.rows = database.scheduleRows();
  }

  @Override
  public Instant now() {
    return alone(rows::now);
  }

  @Override
  public boolean insert(ScheduleState state) {
    return alone(() -> rows.insert(state));
  }

  @Override
  public boolean change(ScheduleState state) {
    return alone(() -> rows.change(state));
  }

  @Override
  public boolean remove(String name) {
    return alone(() -> rows.remove(name));
  }

  @Override
  public Instant now(Transaction transaction) {
    return inside(transaction, () -> rows.now(transaction));
  }

  @Override
  public boolean insert(Transaction transaction, ScheduleState state) {
    return inside(transaction, () -> rows.insert(transaction, state));
  }

  @Override
  public Optional<ScheduleState> lock(Transaction transaction, String name) {
    return inside(transaction, () -> rows.lock(transaction, name));
  }

  @Override
  public Optional<ScheduleState> tryLock(Transaction transaction, String name) {
    return inside(transaction, () -> rows.tryLock(transaction, name));
  }

  @Override
  public boolean change(Transaction transaction, ScheduleState state) {
    return inside(transaction, () -> rows.change(transaction, state));
  }

  @Override
  public boolean remove(Transaction transaction, String name) {
    return inside(transaction, () -> rows.remove(transaction, name));
  }

  @Override
  public Optional<ScheduleState> find(String name) {
    return alone(() -> rows.find(name));
  }

  @Override
  public List<ScheduleState> list(@Nullable String after, int limit) {
    return alone(() -> rows.list(after, limit));
  }

  @Override
  public List<Due> due(Duration ahead, @Nullable String after, int limit) {
    return alone(() -> rows.due(ahead, after, limit));
  }

  private <T> T alone(Supplier<T> action) {
    node.require();
    database.enter(node, Verb.SCHEDULES);
    T answer = action.get();
    node.simulation().line(() -> Verb.SCHEDULES + " -> " + answer);
    database.leave(node, Verb.SCHEDULES);
    return answer;
  }

  /**
   * Runs a call inside a transaction. If the call fails, the transaction is aborted, because its
   * connection is lost.
   */
  private <T> T inside(Transaction transaction, Supplier<T> action) {
    MemoryTransaction memory = transaction.unwrap(MemoryTransaction.class);
    node.require();
    try {
      database.enter(node, Verb.SCHEDULE_IN_TRANSACTION);
      T answer = action.get();
      node.simulation().line(() -> Verb.SCHEDULE_IN_TRANSACTION + " -> " + answer);
      database.leave(node, Verb.SCHEDULE_IN_TRANSACTION);
      return answer;
    } catch (StoreException lost) {
      memory.breakOff();
      throw lost;
    }
  }
}
