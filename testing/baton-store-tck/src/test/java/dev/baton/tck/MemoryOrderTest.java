package dev.baton.tck;

import dev.baton.tck.contract.MemoryStoreFixture;
import dev.baton.tck.contract.order.OrderContract;

class MemoryOrderTest extends OrderContract implements OnMemory {
  private final MemoryStoreFixture memory = new MemoryStoreFixture();

  @Override
  public MemoryStoreFixture memory() {
    return memory;
  }
}
