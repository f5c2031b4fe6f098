package dev.baton.tck;

import dev.baton.spi.ResubmissionStore;
import dev.baton.tck.contract.MemoryStoreFixture;
import dev.baton.tck.contract.again.ResubmissionContract;

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
