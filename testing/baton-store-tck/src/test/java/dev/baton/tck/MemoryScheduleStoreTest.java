package dev.baton.tck;

import dev.baton.spi.TransactionalScheduleStore;
import dev.baton.tck.contract.MemoryStoreFixture;
import dev.baton.tck.contract.cluster.TransactionalScheduleStoreContract;

class MemoryScheduleStoreTest implements TransactionalScheduleStoreContract, OnMemory {
  private final MemoryStoreFixture memory = new MemoryStoreFixture();
  private final TransactionalScheduleStore schedules = new MemoryScheduleStore(memory.store());

  @Override
  public TransactionalScheduleStore schedules() {
    return schedules;
  }

  @Override
  public MemoryStoreFixture memory() {
    return memory;
  }
}
