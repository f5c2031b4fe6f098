package dev.baton.tck;

import dev.baton.spi.StatisticsStore;
import dev.baton.tck.contract.MemoryStoreFixture;
import dev.baton.tck.contract.operate.StatisticsStoreContract;

class MemoryStatisticsStoreTest extends StatisticsStoreContract implements OnMemory {
  private final MemoryStoreFixture memory = new MemoryStoreFixture();
  private final StatisticsStore statistics = new MemoryStatisticsStore(memory.store());

  @Override
  protected StatisticsStore statistics() {
    return statistics;
  }

  @Override
  public MemoryStoreFixture memory() {
    return memory;
  }
}
