package dev.baton.testkit;

import dev.baton.testkit.contract.BusyRowContract;
import dev.baton.testkit.contract.MemoryStoreFixture;

class MemoryBusyRowTest extends BusyRowContract implements OnMemory {
  private final MemoryStoreFixture memory = new MemoryStoreFixture();

  @Override
  public MemoryStoreFixture memory() {
    return memory;
  }
}
