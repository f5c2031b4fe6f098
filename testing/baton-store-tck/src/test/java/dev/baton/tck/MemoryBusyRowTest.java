package dev.baton.tck;

import dev.baton.tck.contract.MemoryStoreFixture;
import dev.baton.tck.contract.transactions.BusyRowContract;

class MemoryBusyRowTest extends BusyRowContract implements OnMemory {
  private final MemoryStoreFixture memory = new MemoryStoreFixture();

  @Override
  public MemoryStoreFixture memory() {
    return memory;
  }
}
