package dev.baton.tck.contract.operate;

import dev.baton.spi.RunAgainStore;
import dev.baton.tck.contract.label.LabelInTransactionContract;

/**
 * The contract of an operations store next to a {@link dev.baton.spi.TaskStore}. To run it, extend
 * it and create your store in it.
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
