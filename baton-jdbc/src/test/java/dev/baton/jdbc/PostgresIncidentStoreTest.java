package dev.baton.jdbc;

import dev.baton.jdbc.operate.JdbcIncidentStore;
import dev.baton.spi.IncidentStore;
import dev.baton.testkit.contract.operate.IncidentStoreContract;

class PostgresIncidentStoreTest extends IncidentStoreContract {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.POSTGRES);
  private final JdbcIncidentStore store = JdbcIncidentStore.of(fixture.dataSource());

  @Override
  protected IncidentStore store() {
    return store;
  }
}
