package dev.baton.testkit;

import dev.baton.api.Transaction;
import dev.baton.spi.TaskStore;
import dev.baton.spi.Transactions;
import dev.baton.testkit.contract.TaskStoreContract;
import java.time.Duration;

class MemoryTaskStoreTest extends TaskStoreContract {
  private final ManualClock clock = ManualClock.started();
  private final MemoryTaskStore store = new MemoryTaskStore(clock);
  private final MemoryTransactions transactions = new MemoryTransactions(store);

  @Override
  public TaskStore store() {
    return store;
  }

  @Override
  public Transactions transactions() {
    return transactions;
  }

  @Override
  public Undo savepoint(Transaction transaction) {
    MemoryTransaction own = transaction.unwrap(MemoryTransaction.class);
    MemoryTransaction.Savepoint savepoint = own.savepoint();
    return () -> own.rollbackTo(savepoint);
  }

  @Override
  public void passTime(Duration duration) {
    clock.advance(duration);
  }
}
