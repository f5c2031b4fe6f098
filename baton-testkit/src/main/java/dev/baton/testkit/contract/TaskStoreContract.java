package dev.baton.testkit.contract;

import org.junit.jupiter.api.Test;

/**
 * What every task store must do. Extend it, say how to make the store, and run it.
 *
 * <p>Its tests are in the interfaces it inherits, one for each group of verbs.
 */
public abstract class TaskStoreContract
    implements InsertContract,
        KeyContract,
        KeyHoldContract,
        ApplyContract,
        ApplyInTransactionContract,
        ClaimContract,
        PermitContract,
        LeaseContract,
        FetchContract,
        SweepContract,
        RunAgainContract {

  @Test
  void aStoreThatIsSetUpPassesItsOwnCheck() {
    store().check();
  }
}
