package dev.baton.tck.contract.transactions;

/**
 * The contract of a store that writes in the caller's transactions. The tests are in the inherited
 * interfaces, one for each group of verbs.
 */
public interface TransactionalStoreContract
    extends InsertInTransactionContract,
        KeyInTransactionContract,
        KeyHoldInTransactionContract,
        ApplyInTransactionContract,
        ClaimInTransactionContract,
        LeaseInTransactionContract,
        SweepInTransactionContract {}
