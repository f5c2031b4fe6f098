package dev.baton.testkit;

import dev.baton.testkit.contract.MemoryStoreFixture;
import dev.baton.testkit.contract.transactions.TransactionsContract;

class MemoryTransactionsTest extends TransactionsContract implements OnMemory {
  private final MemoryStoreFixture memory = new MemoryStoreFixture();

  @Override
  public MemoryStoreFixture memory() {
    return memory;
  }
}
