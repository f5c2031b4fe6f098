package dev.baton.jdbc;

import dev.baton.jdbc.operate.JdbcOperationsStore;
import dev.baton.jdbc.operate.JdbcStatisticsStore;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.StatisticsStore;
import dev.baton.testkit.contract.label.LabelContract;
import dev.baton.testkit.contract.operate.OperationsStoreContract;

class H2OperationsStoreTest extends OperationsStoreContract implements OnJdbc, LabelContract {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.H2);
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
