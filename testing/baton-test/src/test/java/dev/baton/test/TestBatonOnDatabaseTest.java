package dev.baton.test;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalDatabase;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("deep")
@ParameterizedClass
@MethodSource(LocalDatabase.CHOSEN)
final class TestBatonOnDatabaseTest extends TestBatonContract {
  private static final Map<LocalDatabase, HikariDataSource> POOLS =
      new EnumMap<>(LocalDatabase.class);

  private final LocalDatabase database;

  TestBatonOnDatabaseTest(LocalDatabase database) {
    this.database = database;
  }

  @AfterAll
  static void close() {
    POOLS.values().forEach(HikariDataSource::close);
  }

  @Override
  protected TestBaton.Builder cluster() throws SQLException {
    HikariDataSource pool = POOLS.get(database);
    if (pool == null) {
      pool = newPool();
      BatonSchema.apply(pool);
      POOLS.put(database, pool);
    }
    return TestBaton.on(pool, JdbcStore::of).emptied();
  }

  private HikariDataSource newPool() {
    DatabaseAddress address = database.newDatabase();
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(address.url());
    config.setUsername(address.user());
    config.setPassword(address.password());
    return new HikariDataSource(config);
  }
}
