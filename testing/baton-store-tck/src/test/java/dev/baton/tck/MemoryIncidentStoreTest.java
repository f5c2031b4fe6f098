package dev.baton.tck;

import dev.baton.spi.incident.IncidentStore;
import dev.baton.tck.contract.operate.IncidentStoreContract;

class MemoryIncidentStoreTest extends IncidentStoreContract {
  private final MemoryIncidentStore store = new MemoryIncidentStore(ManualClock.started());

  @Override
  protected IncidentStore store() {
    return store;
  }
}
