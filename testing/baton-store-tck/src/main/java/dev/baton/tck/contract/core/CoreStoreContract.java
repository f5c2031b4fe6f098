package dev.baton.tck.contract.core;

import org.junit.jupiter.api.Test;

/**
 * What every store of tasks must do, whatever else it can. Implement it, say how to make the store,
 * and run it. Its tests are in the interfaces it inherits, one for each group of verbs, in the
 * order in which a store is written.
 */
public interface CoreStoreContract
    extends InsertContract,
        KeyContract,
        ApplyContract,
        GuardContract,
        KeyHoldContract,
        ClaimContract,
        LeaseContract,
        FetchContract,
        SweepContract {

  @Test
  default void aStoreThatIsSetUpPassesItsOwnCheck() {
    store().check();
  }
}
