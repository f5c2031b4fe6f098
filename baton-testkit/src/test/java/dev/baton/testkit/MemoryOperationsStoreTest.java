package dev.baton.testkit;

import dev.baton.spi.FiguresStore;
import dev.baton.spi.OperationsStore;
import dev.baton.testkit.contract.MemoryStoreFixture;
import dev.baton.testkit.contract.OperationsStoreContract;

class MemoryOperationsStoreTest extends OperationsStoreContract implements OnMemory {
  private final MemoryStoreFixture memory = new MemoryStoreFixture();

  @Override
  public OperationsStore operations() {
    return memory.store().operations();
  }

  @Override
  public FiguresStore figures() {
    return new MemoryFiguresStore(memory.store());
  }

  @Override
  public MemoryStoreFixture memory() {
    return memory;
  }
}
