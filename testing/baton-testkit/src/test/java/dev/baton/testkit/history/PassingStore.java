package dev.baton.testkit.history;

import dev.baton.spi.TaskStore;
import dev.baton.testkit.OnMemory;
import dev.baton.testkit.StoreWrapper;
import dev.baton.testkit.contract.MemoryStoreFixture;

/** A store in memory on which a test breaks one verb. */
class PassingStore extends StoreWrapper implements OnMemory {
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
  public MemoryStoreFixture memory() {
    return memory;
  }
}
