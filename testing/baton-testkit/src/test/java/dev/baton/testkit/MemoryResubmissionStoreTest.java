package dev.baton.testkit;

import dev.baton.spi.ResubmissionStore;
import dev.baton.testkit.contract.MemoryStoreFixture;
import dev.baton.testkit.contract.again.ResubmissionContract;

class MemoryResubmissionStoreTest extends ResubmissionContract implements OnMemory {
  private final MemoryStoreFixture memory = new MemoryStoreFixture();
  private final ResubmissionStore resubmissions = new MemoryResubmissionStore(memory.store());

  @Override
  protected ResubmissionStore resubmissions() {
    return resubmissions;
  }

  @Override
  public MemoryStoreFixture memory() {
    return memory;
  }
}
