package dev.baton.testkit;

import dev.baton.spi.ScheduleStore;
import dev.baton.testkit.contract.MemoryStoreFixture;
import dev.baton.testkit.contract.StoreFixture;
import dev.baton.testkit.contract.cluster.ScheduleStoreContract;

class MemoryScheduleStoreTest extends ScheduleStoreContract {
  private final MemoryStoreFixture fixture = new MemoryStoreFixture();
  private final ScheduleStore store = new MemoryScheduleStore(fixture.store());

  @Override
  protected ScheduleStore store() {
    return store;
  }

  @Override
  protected StoreFixture fixture() {
    return fixture;
  }
}
