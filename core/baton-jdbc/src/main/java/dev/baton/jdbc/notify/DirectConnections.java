package dev.baton.jdbc.notify;

import com.zaxxer.hikari.HikariCredentialsProvider;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import com.zaxxer.hikari.util.DriverDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a connection outside the pool. If the pool's settings can be read, the connection uses the
 * same ones. Listening needs a connection for as long as the node runs, and the pool may have none
 * to spare.
 */
final class DirectConnections {
  private static final Logger LOG = LoggerFactory.getLogger(DirectConnections.class);
  private static final boolean KNOWS_HIKARI = isPresent("com.zaxxer.hikari.HikariDataSource");

  private DirectConnections() {}

  /**
   * Opens a connection; empty if the settings of this pool can't be read.
   *
   * @throws SQLException if the settings can be read but no connection can be opened
   */
  static Optional<Connection> open(DataSource dataSource) throws SQLException {
    try {
      if (KNOWS_HIKARI && Hikari.isBelow(dataSource)) {
        return Hikari.open(dataSource);
      }
    } catch (LinkageError otherVersion) {
      LOG.debug("Baton doesn't know the structure of this HikariCP version", otherVersion);
    }
    return isWrapperFor(dataSource, PGSimpleDataSource.class)
        ? Optional.of(
            PromptConnections.like(dataSource.unwrap(PGSimpleDataSource.class)).getConnection())
        : Optional.empty();
  }

  /**
   * Returns whether the data source wraps this type. Some data sources throw instead of returning
   * false.
   */
  private static boolean isWrapperFor(DataSource dataSource, Class<?> type) {
    try {
      return dataSource.isWrapperFor(type);
    } catch (SQLException no) {
      return false;
    }
  }

  private static boolean isPresent(String type) {
    try {
      Class.forName(type, false, DirectConnections.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError absent) {
      return false;
    }
  }

  /** A separate class, because it can be loaded only if HikariCP is present. */
  private static final class Hikari {
    private Hikari() {}

    static boolean isBelow(DataSource dataSource) {
      return isWrapperFor(dataSource, HikariDataSource.class);
    }

    static Optional<Connection> open(DataSource dataSource) throws SQLException {
      HikariDataSource pool = dataSource.unwrap(HikariDataSource.class);
      if (isWrapperFor(pool, DriverDataSource.class)) {
        Optional<Connection> prompt = prompt(pool);
        return prompt.isPresent()
            ? prompt
            : Optional.of(open(pool, pool.unwrap(DriverDataSource.class)));
      }
      if (isWrapperFor(pool, PGSimpleDataSource.class)) {
        PGSimpleDataSource beneath = pool.unwrap(PGSimpleDataSource.class);
        return Optional.of(open(pool, PromptConnections.like(beneath)));
      }
      return Optional.empty();
    }

    /**
     * Opens a connection if the pool uses PostgreSQL's driver directly. Returns empty if another
     * driver wraps it.
     */
    private static Optional<Connection> prompt(HikariDataSource pool) throws SQLException {
      String driver = pool.getDriverClassName();
      if (driver != null && !driver.equals(Driver.class.getName())) {
        return Optional.empty();
      }
      Properties asked = new Properties();
      asked.putAll(pool.getDataSourceProperties());
      Login login = login(pool);
      if (login.user() != null) {
        asked.setProperty("user", login.user());
      }
      if (login.password() != null) {
        asked.setProperty("password", login.password());
      }
      return PromptConnections.open(pool.getJdbcUrl(), asked);
    }

    private static Connection open(HikariDataSource pool, DataSource beneath) throws SQLException {
      Login login = login(pool);
      return login.user() == null
          ? beneath.getConnection()
          : beneath.getConnection(login.user(), login.password());
    }

    /** Reads the login each time, because a password may be changed while the pool runs. */
    private static Login login(HikariDataSource pool) {
      try {
        Login provided = Provider.login(pool);
        if (provided != null) {
          return provided;
        }
      } catch (LinkageError before7) {
        LOG.debug("This HikariCP has no HikariCredentialsProvider", before7);
      }
      return new Login(pool.getUsername(), pool.getPassword());
    }
  }

  private record Login(@Nullable String user, @Nullable String password) {}

  /** Loaded only when used, because this interface exists only in HikariCP 7 and later. */
  private static final class Provider {
    private Provider() {}

    static @Nullable Login login(HikariDataSource pool) {
      HikariCredentialsProvider provider = pool.getCredentialsProvider();
      if (provider == null) {
        return null;
      }
      Credentials credentials = provider.getCredentials();
      return new Login(credentials.getUsername(), credentials.getPassword());
    }
  }
}
