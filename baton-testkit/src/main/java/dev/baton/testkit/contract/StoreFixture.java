package dev.baton.testkit.contract;

import dev.baton.api.Transaction;
import dev.baton.spi.TaskStore;
import dev.baton.spi.Transactions;
import java.time.Duration;

/** What a store's contract needs of the adapter under test. */
public interface StoreFixture {

  /**
   * The store; the same all through a test, and without tasks, finished tasks and keys at its
   * start.
   */
  TaskStore store();

  /** Transactions on the store's database. */
  Transactions transactions();

  /**
   * Sets a savepoint.
   *
   * @return what rolls the transaction back to it
   */
  Undo savepoint(Transaction transaction) throws Exception;

  /** Lets so much time pass on the store's clock: moves it, or really waits. */
  void passTime(Duration duration) throws Exception;

  /** The words tests are told in. */
  default StoreScenario given() {
    return new StoreScenario(store(), transactions());
  }

  /** Rolls back to a savepoint. */
  @FunctionalInterface
  interface Undo {
    void run() throws Exception;
  }
}
