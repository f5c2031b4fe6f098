package dev.baton.testkit;

import dev.baton.spi.OperationsStore;
import dev.baton.spi.StatisticsStore;
import dev.baton.testkit.contract.MemoryStoreFixture;
import dev.baton.testkit.contract.operate.OperationsStoreContract;

class MemoryOperationsStoreTest extends OperationsStoreContract implements OnMemory {
  private final MemoryStoreFixture memory = new MemoryStoreFixture();

  @Override
  public OperationsStore operations() {
    return memory.store().operations();
  }

  @Override
  public StatisticsStore statistics() {
    return new MemoryStatisticsStore(memory.store());
  }

  @Override
  public MemoryStoreFixture memory() {
    return memory;
  }
}
