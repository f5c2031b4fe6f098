package dev.baton.tck.contract.operate;

import dev.baton.spi.RunAgainStore;
import dev.baton.tck.contract.label.LabelInTransactionContract;

/**
 * What a store for operators must do beside a {@link dev.baton.spi.TaskStore}. Extend it, say how
 * to make the store, and run it.
 *
 * <p>Its tests are in the interfaces it inherits, one for each group of verbs.
 */
public abstract class OperationsStoreContract
    implements CoreOperationsContract,
        StuckSearchContract,
        ErrorSearchContract,
        AuditInTransactionContract,
        LabelInTransactionContract,
        LimitSurveyContract {

  @Override
  public RunAgainStore again() {
    return store();
  }
}
