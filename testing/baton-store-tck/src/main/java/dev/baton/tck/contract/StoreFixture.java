package dev.baton.tck.contract;

import dev.baton.api.Transaction;
import dev.baton.spi.TaskStore;
import dev.baton.spi.Transactions;

/** Connects the contract of a store with transactions with the adapter under test. */
public interface StoreFixture extends CoreFixture {

  @Override
  TaskStore store();

  /** Returns transactions on the store's database. */
  Transactions transactions();

  /**
   * Sets a savepoint.
   *
   * @return an action that rolls the transaction back to the savepoint
   */
  Undo savepoint(Transaction transaction) throws Exception;

  /** Rolls back to a savepoint. */
  @FunctionalInterface
  interface Undo {
    void run() throws Exception;
  }
}
