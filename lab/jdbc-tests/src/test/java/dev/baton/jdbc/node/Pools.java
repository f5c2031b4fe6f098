package dev.baton.jdbc.node;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.local.DatabaseAddress;

/** Pools of connections to a database under test. */
final class Pools {
  private Pools() {}

  static HikariDataSource of(DatabaseAddress address, int size) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(address.url());
    config.setUsername(address.user());
    config.setPassword(address.password());
    config.setMaximumPoolSize(size);
    return new HikariDataSource(config);
  }
}
