package dev.baton.testkit;

import dev.baton.api.Transaction;
import dev.baton.spi.SignalStore;
import dev.baton.testkit.contract.MemoryStoreFixture;
import dev.baton.testkit.contract.SignalStoreContract;
import java.time.Duration;

class MemorySignalStoreTest extends SignalStoreContract {
  private final MemoryStoreFixture memory = new MemoryStoreFixture();

  @Override
  protected SignalStore signals() {
    return new MemorySignalStore(memory.store());
  }

  @Override
  public MemoryTaskStore store() {
    return memory.store();
  }

  @Override
  public MemoryTransactions transactions() {
    return memory.transactions();
  }

  @Override
  public Undo savepoint(Transaction transaction) {
    return memory.savepoint(transaction);
  }

  @Override
  public void passTime(Duration duration) {
    memory.passTime(duration);
  }
}
