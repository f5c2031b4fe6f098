package dev.baton.tck;

import dev.baton.api.Transaction;
import dev.baton.spi.Transactions;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Transactions on a store in memory. Inside {@link #call}, the new transaction is the thread's
 * current one. Thread-safe.
 */
public final class MemoryTransactions implements Transactions {
  private final MemoryTaskStore store;
  private final Consumer<MemoryTransaction> commit;
  private final ThreadLocal<Transaction> current = new ThreadLocal<>();

  public MemoryTransactions(MemoryTaskStore store) {
    this(store, MemoryTransaction::commit);
  }

  /**
   * Creates transactions whose commits may fail.
   *
   * @param commit ends each transaction whose work succeeded, and throws the exception that the
   *     caller is to receive
   */
  public MemoryTransactions(MemoryTaskStore store, Consumer<MemoryTransaction> commit) {
    this.store = store;
    this.commit = commit;
  }

  @Override
  public Optional<Transaction> current() {
    return Optional.ofNullable(current.get());
  }

  @Override
  public <T> T call(Work<T> work) throws Exception {
    MemoryTransaction transaction = store.begin();
    T result;
    try {
      result = inside(transaction, work);
    } catch (Throwable failure) {
      transaction.rollback();
      throw failure;
    }
    commit.accept(transaction);
    return result;
  }

  private <T> T inside(MemoryTransaction transaction, Work<T> work) throws Exception {
    Transaction outer = current.get();
    current.set(transaction);
    try {
      return work.run(transaction);
    } finally {
      if (outer == null) {
        current.remove();
      } else {
        current.set(outer);
      }
    }
  }
}
