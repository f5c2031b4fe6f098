package dev.baton.tck;

import dev.baton.spi.ClusterStore;
import dev.baton.tck.contract.cluster.ClusterStoreContract;
import java.time.Duration;

class MemoryClusterStoreTest extends ClusterStoreContract {
  private final ManualClock clock = ManualClock.started();
  private final MemoryClusterStore store = new MemoryClusterStore(clock);

  @Override
  protected ClusterStore store() {
    return store;
  }

  @Override
  protected void pass(Duration time) {
    clock.advance(time);
  }
}
