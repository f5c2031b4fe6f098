package dev.baton.tck.history;

import dev.baton.spi.TaskStore;
import dev.baton.tck.OnMemory;
import dev.baton.tck.StoreWrapper;
import dev.baton.tck.contract.MemoryStoreFixture;

/** A store in memory of which a test breaks one method. */
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
