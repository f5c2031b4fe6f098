package dev.baton.testkit;

import dev.baton.testkit.contract.MemoryStoreFixture;
import dev.baton.testkit.contract.order.OrderContract;

class MemoryOrderTest extends OrderContract implements OnMemory {
  private final MemoryStoreFixture memory = new MemoryStoreFixture();

  @Override
  public MemoryStoreFixture memory() {
    return memory;
  }
}
