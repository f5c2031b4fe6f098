package dev.baton.testkit;

import dev.baton.spi.FiguresStore;
import dev.baton.testkit.contract.FiguresStoreContract;
import dev.baton.testkit.contract.MemoryStoreFixture;

class MemoryFiguresStoreTest extends FiguresStoreContract implements OnMemory {
  private final MemoryStoreFixture memory = new MemoryStoreFixture();
  private final FiguresStore figures = new MemoryFiguresStore(memory.store());

  @Override
  protected FiguresStore figures() {
    return figures;
  }

  @Override
  public MemoryStoreFixture memory() {
    return memory;
  }
}
