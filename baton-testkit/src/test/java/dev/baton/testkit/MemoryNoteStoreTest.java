package dev.baton.testkit;

import dev.baton.spi.NoteStore;
import dev.baton.spi.OperationsStore;
import dev.baton.testkit.contract.MemoryStoreFixture;
import dev.baton.testkit.contract.attempt.NoteStoreContract;

class MemoryNoteStoreTest extends NoteStoreContract implements OnMemory {
  private final MemoryStoreFixture memory = new MemoryStoreFixture();
  private final NoteStore notes = new MemoryNoteStore(memory.store());

  @Override
  protected NoteStore notes() {
    return notes;
  }

  @Override
  protected OperationsStore operations() {
    return memory.store().operations();
  }

  @Override
  public MemoryStoreFixture memory() {
    return memory;
  }
}
