package dev.baton.tck.contract;

import dev.baton.api.Transaction;
import dev.baton.spi.TaskStore;
import dev.baton.spi.Transactions;

/** What the contract of a store with transactions needs of the adapter under test. */
public interface StoreFixture extends CoreFixture {

  @Override
  TaskStore store();

  /** Transactions on the store's database. */
  Transactions transactions();

  /**
   * Sets a savepoint.
   *
   * @return what rolls the transaction back to it
   */
  Undo savepoint(Transaction transaction) throws Exception;

  /** Rolls back to a savepoint. */
  @FunctionalInterface
  interface Undo {
    void run() throws Exception;
  }
}
