package dev.baton.jdbc;

import dev.baton.jdbc.operate.JdbcOperationsStore;
import dev.baton.jdbc.operate.JdbcStatisticsStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.StatisticsStore;
import dev.baton.tck.contract.operate.OperationsStoreContract;

@OnEachDatabase
class JdbcOperationsStoreTest extends OperationsStoreContract implements OnJdbc {
  private final JdbcFixture fixture;
  private final JdbcOperationsStore operations;
  private final JdbcStatisticsStore statistics;

  JdbcOperationsStoreTest(TestDatabase database) {
    fixture = new JdbcFixture(database);
    operations =
        new JdbcOperationsStore(
            Database.of(fixture.dataSource()), JdbcTaskStore.of(fixture.dataSource()));
    statistics = new JdbcStatisticsStore(Database.of(fixture.dataSource()));
  }

  @Override
  public StatisticsStore statistics() {
    return statistics;
  }

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }

  @Override
  public OperationsStore operations() {
    return operations;
  }
}
