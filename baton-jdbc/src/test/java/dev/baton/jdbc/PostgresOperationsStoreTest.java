package dev.baton.jdbc;

import dev.baton.jdbc.operate.JdbcOperationsStore;
import dev.baton.jdbc.operate.JdbcStatisticsStore;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.StatisticsStore;
import dev.baton.testkit.contract.label.LabelContract;
import dev.baton.testkit.contract.operate.OperationsStoreContract;

class PostgresOperationsStoreTest extends OperationsStoreContract implements OnJdbc, LabelContract {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.POSTGRES);
  private final JdbcOperationsStore operations = JdbcOperationsStore.of(fixture.dataSource());
  private final JdbcStatisticsStore statistics = JdbcStatisticsStore.of(fixture.dataSource());

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
