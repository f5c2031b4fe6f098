package dev.baton.tck;

import dev.baton.spi.TransactionalSignalStore;
import dev.baton.tck.contract.MemoryStoreFixture;
import dev.baton.tck.contract.attempt.TransactionalSignalStoreContract;

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
