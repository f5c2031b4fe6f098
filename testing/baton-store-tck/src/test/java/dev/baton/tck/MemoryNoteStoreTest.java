package dev.baton.tck;

import dev.baton.spi.OperationsStore;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.tck.contract.MemoryStoreFixture;
import dev.baton.tck.contract.attempt.TransactionalNoteStoreContract;

class MemoryNoteStoreTest implements TransactionalNoteStoreContract, OnMemory {
  private final MemoryStoreFixture memory = new MemoryStoreFixture();
  private final TransactionalNoteStore notes = new MemoryNoteStore(memory.store());

  @Override
  public TransactionalNoteStore notes() {
    return notes;
  }

  @Override
  public OperationsStore operations() {
    return memory.store().operations();
  }

  @Override
  public MemoryStoreFixture memory() {
    return memory;
  }
}
