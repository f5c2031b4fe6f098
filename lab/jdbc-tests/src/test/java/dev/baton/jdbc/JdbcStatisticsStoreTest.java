package dev.baton.jdbc;

import dev.baton.jdbc.operate.JdbcStatisticsStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.spi.StatisticsStore;
import dev.baton.tck.contract.operate.StatisticsStoreContract;

@OnEachDatabase
class JdbcStatisticsStoreTest extends StatisticsStoreContract implements OnJdbc {
  private final JdbcFixture fixture;
  private final StatisticsStore statistics;

  JdbcStatisticsStoreTest(TestDatabase database) {
    fixture = new JdbcFixture(database);
    statistics = new JdbcStatisticsStore(Database.of(fixture.dataSource()));
  }

  @Override
  protected StatisticsStore statistics() {
    return statistics;
  }

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
