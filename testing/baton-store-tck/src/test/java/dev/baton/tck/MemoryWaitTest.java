package dev.baton.tck;

import dev.baton.spi.OperationsStore;
import dev.baton.spi.ResubmissionStore;
import dev.baton.spi.TransactionalSignalStore;
import dev.baton.tck.contract.MemoryStoreFixture;
import dev.baton.tck.contract.waits.WaitContract;

class MemoryWaitTest extends WaitContract implements OnMemory {
  private final MemoryStoreFixture memory = new MemoryStoreFixture();
  private final ResubmissionStore resubmissions = new MemoryResubmissionStore(memory.store());
  private final TransactionalSignalStore signals = new MemorySignalStore(memory.store());

  @Override
  public MemoryStoreFixture memory() {
    return memory;
  }

  @Override
  public ResubmissionStore resubmissions() {
    return resubmissions;
  }

  @Override
  public OperationsStore operations() {
    return memory.store().operations();
  }

  @Override
  public TransactionalSignalStore signals() {
    return signals;
  }
}
