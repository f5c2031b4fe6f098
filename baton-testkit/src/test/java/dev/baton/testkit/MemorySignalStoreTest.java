package dev.baton.testkit;

import dev.baton.spi.SignalStore;
import dev.baton.testkit.contract.MemoryStoreFixture;
import dev.baton.testkit.contract.attempt.SignalStoreContract;

class MemorySignalStoreTest extends SignalStoreContract implements OnMemory {
  private final MemoryStoreFixture memory = new MemoryStoreFixture();

  @Override
  protected SignalStore signals() {
    return new MemorySignalStore(memory.store());
  }

  @Override
  public MemoryStoreFixture memory() {
    return memory;
  }
}
