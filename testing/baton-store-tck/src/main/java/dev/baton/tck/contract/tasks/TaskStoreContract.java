package dev.baton.tck.contract.tasks;

import dev.baton.spi.LimitStore;
import dev.baton.spi.RunAgainStore;
import dev.baton.tck.contract.again.RunAgainContract;
import dev.baton.tck.contract.core.CoreStoreContract;
import dev.baton.tck.contract.limits.PermitContract;
import dev.baton.tck.contract.transactions.TransactionalStoreContract;

/**
 * The contract of a store with the core, transactions, limits and running again. To run the
 * contract, extend this type and return your store from it. Tasks that wait for others have a
 * separate contract.
 */
public abstract class TaskStoreContract
    implements CoreStoreContract, TransactionalStoreContract, PermitContract, RunAgainContract {

  @Override
  public final LimitStore limits() {
    return store();
  }

  @Override
  public final RunAgainStore again() {
    return store();
  }
}
