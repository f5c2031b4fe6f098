package dev.baton.jdbc;

import dev.baton.jdbc.task.JdbcResubmissionStore;
import dev.baton.spi.ResubmissionStore;
import dev.baton.testkit.contract.again.ResubmissionContract;

class PostgresResubmissionStoreTest extends ResubmissionContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.POSTGRES);
  private final ResubmissionStore resubmissions = JdbcResubmissionStore.of(fixture.dataSource());

  @Override
  protected ResubmissionStore resubmissions() {
    return resubmissions;
  }

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
