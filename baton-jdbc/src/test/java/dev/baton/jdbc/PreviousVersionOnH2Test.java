package dev.baton.jdbc;

import dev.baton.api.Transaction;
import dev.baton.spi.TaskStore;
import dev.baton.spi.Transactions;
import dev.baton.testkit.contract.TaskStoreContract;
import java.time.Duration;

/** The version before goes on working on today's tables. */
class PreviousVersionOnH2Test extends TaskStoreContract {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.H2, PreviousVersion::store);

  @Override
  public TaskStore store() {
    return fixture.store();
  }

  @Override
  public Transactions transactions() {
    return fixture.transactions();
  }

  @Override
  public Undo savepoint(Transaction transaction) throws Exception {
    return fixture.savepoint(transaction);
  }

  @Override
  public void passTime(Duration duration) throws Exception {
    fixture.passTime(duration);
  }
}
