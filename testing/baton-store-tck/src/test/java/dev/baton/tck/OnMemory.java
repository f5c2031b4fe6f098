package dev.baton.tck;

import dev.baton.api.Transaction;
import dev.baton.spi.TaskStore;
import dev.baton.spi.Transactions;
import dev.baton.tck.contract.MemoryStoreFixture;
import dev.baton.tck.contract.StoreFixture;
import java.time.Duration;

/** Gives a contract a store in memory. */
public interface OnMemory extends StoreFixture {

  /** Returns the one store of a test. */
  MemoryStoreFixture memory();

  @Override
  default TaskStore store() {
    return memory().store();
  }

  @Override
  default Transactions transactions() {
    return memory().transactions();
  }

  @Override
  default Undo savepoint(Transaction transaction) {
    return memory().savepoint(transaction);
  }

  @Override
  default void passTime(Duration duration) {
    memory().passTime(duration);
  }
}
