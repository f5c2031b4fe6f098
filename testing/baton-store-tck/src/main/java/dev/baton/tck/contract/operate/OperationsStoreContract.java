package dev.baton.tck.contract.operate;

import dev.baton.spi.RunAgainStore;
import dev.baton.tck.contract.label.LabelInTransactionContract;

/**
 * The contract of an operations store next to a {@link dev.baton.spi.TaskStore}. To run the
 * contract, extend this type and return your store from it.
 *
 * <p>The tests are in the inherited interfaces, one for each group of verbs.
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
