package dev.baton.testkit;

import dev.baton.spi.ClusterStore;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.OverrideStore;
import dev.baton.testkit.contract.MemoryStoreFixture;
import dev.baton.testkit.contract.operate.OverrideStoreContract;

class MemoryOverrideStoreTest extends OverrideStoreContract {
  private final MemoryOperationsStore operations = new MemoryStoreFixture().store().operations();
  private final ClusterStore cluster =
      new MemoryClusterStore(ManualClock.started(), operations::overrides);

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
