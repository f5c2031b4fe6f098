package dev.baton.testkit;

import dev.baton.spi.TransactionalSignalStore;
import dev.baton.testkit.contract.MemoryStoreFixture;
import dev.baton.testkit.contract.attempt.TransactionalSignalStoreContract;

class MemorySignalStoreTest implements TransactionalSignalStoreContract, OnMemory {
  private final MemoryStoreFixture memory = new MemoryStoreFixture();

  @Override
  public TransactionalSignalStore signals() {
    return new MemorySignalStore(memory.store());
  }

  @Override
  public MemoryStoreFixture memory() {
    return memory;
  }
}
