package dev.baton.testkit;

import dev.baton.api.Transaction;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.TaskStore;
import dev.baton.spi.Transactions;
import dev.baton.testkit.contract.MemoryStoreFixture;
import dev.baton.testkit.contract.OperationsStoreContract;
import java.time.Duration;

class MemoryOperationsStoreTest extends OperationsStoreContract {
  private final MemoryStoreFixture fixture = new MemoryStoreFixture();

  @Override
  public OperationsStore operations() {
    return fixture.store().operations();
  }

  @Override
  public TaskStore store() {
    return fixture.store();
  }

  @Override
  public Transactions transactions() {
    return fixture.transactions();
  }

  @Override
  public Undo savepoint(Transaction transaction) {
    return fixture.savepoint(transaction);
  }

  @Override
  public void passTime(Duration duration) {
    fixture.passTime(duration);
  }
}
