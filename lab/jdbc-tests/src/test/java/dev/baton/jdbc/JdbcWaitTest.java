package dev.baton.jdbc;

import dev.baton.jdbc.operate.JdbcOperationsStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.task.JdbcResubmissionStore;
import dev.baton.jdbc.task.JdbcSignalStore;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.ResubmissionStore;
import dev.baton.spi.TransactionalSignalStore;
import dev.baton.tck.contract.waits.WaitContract;

@OnEachDatabase
class JdbcWaitTest extends WaitContract implements OnJdbc {
  private final JdbcFixture fixture;
  private final ResubmissionStore resubmissions;
  private final OperationsStore operations;
  private final TransactionalSignalStore signals;

  JdbcWaitTest(TestDatabase database) {
    fixture = new JdbcFixture(database);
    resubmissions = new JdbcResubmissionStore(Database.of(fixture.dataSource()));
    operations =
        new JdbcOperationsStore(
            Database.of(fixture.dataSource()), JdbcTaskStore.of(fixture.dataSource()));
    signals =
        new JdbcSignalStore(
            Database.of(fixture.dataSource()), JdbcTaskStore.of(fixture.dataSource()));
  }

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }

  @Override
  public ResubmissionStore resubmissions() {
    return resubmissions;
  }

  @Override
  public OperationsStore operations() {
    return operations;
  }

  @Override
  public TransactionalSignalStore signals() {
    return signals;
  }
}
