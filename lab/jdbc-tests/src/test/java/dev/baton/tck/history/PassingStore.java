package dev.baton.tck.history;

import dev.baton.api.Transaction;
import dev.baton.spi.TaskStore;
import dev.baton.spi.Transactions;
import dev.baton.tck.StoreWrapper;
import dev.baton.tck.contract.MemoryStoreFixture;
import dev.baton.tck.contract.StoreFixture;
import java.time.Duration;

/** A store in memory of which a test breaks one method. */
class PassingStore extends StoreWrapper implements StoreFixture {
  private final MemoryStoreFixture memory;

  PassingStore() {
    this(new MemoryStoreFixture());
  }

  private PassingStore(MemoryStoreFixture memory) {
    super(memory.store());
    this.memory = memory;
  }

  @Override
  public TaskStore store() {
    return this;
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
