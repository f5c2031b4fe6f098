package dev.baton.jdbc.notify;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.local.DatabaseAddress;

/** Pools configured as in services. */
final class PostgresPool {
  private PostgresPool() {}

  static HikariDataSource on(DatabaseAddress address) {
    return of(address.url(), address, 12);
  }

  static HikariDataSource of(String url, DatabaseAddress address, int size) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setUsername(address.user());
    config.setPassword(address.password());
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(0);
    config.setConnectionTimeout(4_000);
    config.setInitializationFailTimeout(-1);
    return new HikariDataSource(config);
  }
}
