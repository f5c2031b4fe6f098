package dev.baton.tck;

import dev.baton.spi.ClusterStore;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.OverrideStore;
import dev.baton.tck.contract.MemoryStoreFixture;
import dev.baton.tck.contract.operate.OverrideStoreContract;

class MemoryOverrideStoreTest extends OverrideStoreContract {
  private final MemoryOperationsStore operations = new MemoryStoreFixture().store().operations();
  private final ClusterStore cluster = new MemoryClusterStore(ManualClock.started(), operations);

  @Override
  protected OverrideStore overrides() {
    return operations;
  }

  @Override
  protected ClusterStore cluster() {
    return cluster;
  }

  @Override
  protected OperationsStore operations() {
    return operations;
  }
}
