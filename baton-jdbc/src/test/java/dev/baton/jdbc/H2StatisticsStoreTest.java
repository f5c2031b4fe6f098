package dev.baton.jdbc;

import dev.baton.jdbc.operate.JdbcStatisticsStore;
import dev.baton.spi.StatisticsStore;
import dev.baton.testkit.contract.operate.StatisticsStoreContract;

class H2StatisticsStoreTest extends StatisticsStoreContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.H2);
  private final StatisticsStore statistics = JdbcStatisticsStore.of(fixture.dataSource());

  @Override
  protected StatisticsStore statistics() {
    return statistics;
  }

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
