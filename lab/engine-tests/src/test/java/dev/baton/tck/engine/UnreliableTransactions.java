package dev.baton.tck.engine;

import dev.baton.api.Transaction;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.spi.Transactions;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransaction;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Transactions that fail to begin, or whose commit loses its response, when a test makes them. */
final class UnreliableTransactions implements Transactions {
  private final MemoryTaskStore store;
  private final ThreadLocal<MemoryTransaction> current = new ThreadLocal<>();
  private final ThreadLocal<Boolean> lostCommit = new ThreadLocal<>();
  private final AtomicInteger unavailable = new AtomicInteger();

  /** Whether the latest rollback or commit found its thread interrupted. */
  final AtomicReference<Boolean> endedInterrupted = new AtomicReference<>();

  UnreliableTransactions(MemoryTaskStore store) {
    this.store = store;
  }

  /** Loses the response to the commit of this thread's transaction. */
  void loseAnswerOfCommit(boolean applied) {
    lostCommit.set(applied);
  }

  /** Makes the next {@code count} transactions fail to begin. */
  void refuse(int count) {
    unavailable.set(count);
  }

  @Override
  public Optional<Transaction> current() {
    return Optional.ofNullable(current.get());
  }

  @Override
  public <T> T call(Work<T> work) throws Exception {
    if (unavailable.getAndUpdate(count -> Math.max(0, count - 1)) > 0) {
      throw new StoreUnavailableException("No connection is free");
    }
    MemoryTransaction transaction = store.begin();
    MemoryTransaction outer = current.get();
    current.set(transaction);
    T result;
    try {
      result = work.run(transaction);
    } catch (Throwable failure) {
      lostCommit.remove();
      endedInterrupted.set(Thread.currentThread().isInterrupted());
      transaction.rollback();
      throw failure;
    } finally {
      current.set(outer);
    }
    endedInterrupted.set(Thread.currentThread().isInterrupted());
    commit(transaction, lostCommit.get());
    return result;
  }

  private void commit(MemoryTransaction transaction, @Nullable Boolean applied) {
    lostCommit.remove();
    if (applied == null) {
      transaction.commit();
    } else {
      transaction.commitAndLoseAnswer(applied);
    }
  }
}
