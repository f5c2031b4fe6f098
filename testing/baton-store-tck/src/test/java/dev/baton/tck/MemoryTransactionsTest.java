package dev.baton.tck;

import dev.baton.tck.contract.MemoryStoreFixture;
import dev.baton.tck.contract.transactions.TransactionsContract;

class MemoryTransactionsTest extends TransactionsContract implements OnMemory {
  private final MemoryStoreFixture memory = new MemoryStoreFixture();

  @Override
  public MemoryStoreFixture memory() {
    return memory;
  }
}
