package dev.baton.tck.contract.tasks;

import dev.baton.spi.LimitStore;
import dev.baton.spi.RunAgainStore;
import dev.baton.tck.contract.again.RunAgainContract;
import dev.baton.tck.contract.core.CoreStoreContract;
import dev.baton.tck.contract.limits.PermitContract;
import dev.baton.tck.contract.transactions.TransactionalStoreContract;

/**
 * What a store must do that has the core and transactions, limits and running again. Extend it, say
 * how to make the store, and run it. Tasks that wait for others have a contract of their own.
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
