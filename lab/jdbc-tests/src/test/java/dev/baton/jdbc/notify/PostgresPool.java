package dev.baton.jdbc.notify;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.local.DatabaseAddress;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

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

  /** Returns the driver's own data source at this URL, with the login of the address. */
  static DataSource direct(String url, DatabaseAddress address) {
    PGSimpleDataSource direct = new PGSimpleDataSource();
    direct.setUrl(url);
    direct.setUser(address.user());
    direct.setPassword(address.password());
    direct.setTcpKeepAlive(true);
    return direct;
  }
}
