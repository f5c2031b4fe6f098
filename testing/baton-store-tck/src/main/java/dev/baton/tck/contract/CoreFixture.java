package dev.baton.tck.contract;

import dev.baton.spi.core.CoreStore;
import java.time.Duration;

/** Connects the contract of a store's core with the adapter under test. */
public interface CoreFixture {

  /**
   * Returns the store. It is the same throughout a test. At the start of a test it contains no
   * tasks, finished tasks or keys.
   */
  CoreStore store();

  /** Lets this much time pass on the store's clock: moves the clock, or really waits. */
  void passTime(Duration duration) throws Exception;

  /** Returns the steps that tests consist of. */
  default StoreScenario given() {
    return new StoreScenario(store());
  }
}
