package dev.baton.jdbc;

import dev.baton.jdbc.operate.JdbcIncidentStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.spi.incident.IncidentStore;
import dev.baton.tck.contract.operate.IncidentStoreContract;

@OnEachDatabase
class JdbcIncidentStoreTest extends IncidentStoreContract {
  private final JdbcFixture fixture;
  private final JdbcIncidentStore store;

  JdbcIncidentStoreTest(TestDatabase database) {
    fixture = new JdbcFixture(database);
    store = new JdbcIncidentStore(Database.of(fixture.dataSource()));
  }

  @Override
  protected IncidentStore store() {
    return store;
  }
}
