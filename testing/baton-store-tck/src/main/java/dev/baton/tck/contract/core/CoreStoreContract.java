package dev.baton.tck.contract.core;

import org.junit.jupiter.api.Test;

/**
 * The contract of every task store, whatever else it supports. To run the contract, implement this
 * type and return your store from it. Its tests are in the interfaces it inherits, one for each
 * group of verbs, in the order in which a store is written.
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
