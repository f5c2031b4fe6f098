package dev.baton.tck;

import dev.baton.spi.OperationsStore;
import dev.baton.spi.StatisticsStore;
import dev.baton.tck.contract.MemoryStoreFixture;
import dev.baton.tck.contract.operate.OperationsStoreContract;

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
