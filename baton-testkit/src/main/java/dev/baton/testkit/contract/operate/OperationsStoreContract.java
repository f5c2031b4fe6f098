package dev.baton.testkit.contract.operate;

/**
 * What every store for operators must do. Extend it, say how to make the store, and run it.
 *
 * <p>Its tests are in the interfaces it inherits, one for each group of verbs.
 */
public abstract class OperationsStoreContract
    implements SearchContract,
        AttemptsContract,
        StuckSearchContract,
        ErrorSearchContract,
        AuditContract,
        SurveyContract {}
