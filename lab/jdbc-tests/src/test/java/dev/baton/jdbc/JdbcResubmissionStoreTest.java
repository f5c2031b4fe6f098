package dev.baton.jdbc;

import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.task.JdbcResubmissionStore;
import dev.baton.spi.ResubmissionStore;
import dev.baton.tck.contract.again.ResubmissionContract;

@OnEachDatabase
class JdbcResubmissionStoreTest extends ResubmissionContract implements OnJdbc {
  private final JdbcFixture fixture;
  private final ResubmissionStore resubmissions;

  JdbcResubmissionStoreTest(TestDatabase database) {
    fixture = new JdbcFixture(database);
    resubmissions = new JdbcResubmissionStore(Database.of(fixture.dataSource()));
  }

  @Override
  protected ResubmissionStore resubmissions() {
    return resubmissions;
  }

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
