package dev.baton.tck;

import dev.baton.tck.contract.MemoryStoreFixture;
import dev.baton.tck.contract.tasks.TaskStoreContract;

class MemoryTaskStoreTest extends TaskStoreContract implements OnMemory {
  private final MemoryStoreFixture memory = new MemoryStoreFixture();

  @Override
  public MemoryStoreFixture memory() {
    return memory;
  }
}
