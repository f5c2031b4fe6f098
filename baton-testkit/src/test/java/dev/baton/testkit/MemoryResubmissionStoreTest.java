package dev.baton.testkit;

import dev.baton.api.Transaction;
import dev.baton.spi.ResubmissionStore;
import dev.baton.spi.TaskStore;
import dev.baton.spi.Transactions;
import dev.baton.testkit.contract.MemoryStoreFixture;
import dev.baton.testkit.contract.ResubmissionContract;
import java.time.Duration;

class MemoryResubmissionStoreTest extends ResubmissionContract {
  private final MemoryStoreFixture memory = new MemoryStoreFixture();
  private final ResubmissionStore resubmissions = new MemoryResubmissionStore(memory.store());

  @Override
  protected ResubmissionStore resubmissions() {
    return resubmissions;
  }

  @Override
  public TaskStore store() {
    return memory.store();
  }

  @Override
  public Transactions transactions() {
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
