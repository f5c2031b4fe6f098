package dev.baton.tck.contract;

import dev.baton.spi.core.CoreStore;
import java.time.Duration;

/** What the contract of a store's core needs of the adapter under test. */
public interface CoreFixture {

  /**
   * The store; the same all through a test, and without tasks, finished tasks and keys at its
   * start.
   */
  CoreStore store();

  /** Lets so much time pass on the store's clock: moves it, or really waits. */
  void passTime(Duration duration) throws Exception;

  /** The words tests are told in. */
  default StoreScenario given() {
    return new StoreScenario(store());
  }
}
