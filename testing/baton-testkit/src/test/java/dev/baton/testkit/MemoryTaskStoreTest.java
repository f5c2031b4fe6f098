package dev.baton.testkit;

import dev.baton.testkit.contract.MemoryStoreFixture;
import dev.baton.testkit.contract.tasks.TaskStoreContract;

class MemoryTaskStoreTest extends TaskStoreContract implements OnMemory {
  private final MemoryStoreFixture memory = new MemoryStoreFixture();

  @Override
  public MemoryStoreFixture memory() {
    return memory;
  }
}
