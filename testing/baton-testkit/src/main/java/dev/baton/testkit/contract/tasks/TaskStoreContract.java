package dev.baton.testkit.contract.tasks;

import dev.baton.spi.LimitStore;
import dev.baton.spi.RunAgainStore;
import dev.baton.testkit.contract.again.RunAgainContract;
import dev.baton.testkit.contract.core.CoreStoreContract;
import dev.baton.testkit.contract.limits.PermitContract;
import dev.baton.testkit.contract.transactions.TransactionalStoreContract;

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
