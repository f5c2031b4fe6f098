package dev.baton.jdbc.notify;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.DriverDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Opens a connection beside a pool, as the pool itself would, where it can be seen how: listening
 * takes a connection for good, and a pool that is sized for its transactions has none to spare.
 */
final class DirectConnections {
  private static final boolean KNOWS_HIKARI = isPresent("com.zaxxer.hikari.HikariDataSource");

  private DirectConnections() {}

  /** Empty when this is a pool that doesn't tell what is beneath it. */
  static Optional<Connection> open(DataSource dataSource) throws SQLException {
    if (KNOWS_HIKARI && Hikari.isBelow(dataSource)) {
      return Hikari.open(dataSource);
    }
    if (dataSource.isWrapperFor(PGSimpleDataSource.class)) {
      return Optional.of(dataSource.unwrap(PGSimpleDataSource.class).getConnection());
    }
    return Optional.empty();
  }

  private static boolean isPresent(String type) {
    try {
      Class.forName(type, false, DirectConnections.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError absent) {
      return false;
    }
  }

  /** Apart from the rest, since it is loaded only where there is a HikariCP. */
  private static final class Hikari {
    private Hikari() {}

    static boolean isBelow(DataSource dataSource) throws SQLException {
      return dataSource.isWrapperFor(HikariDataSource.class);
    }

    static Optional<Connection> open(DataSource dataSource) throws SQLException {
      HikariDataSource pool = dataSource.unwrap(HikariDataSource.class);
      if (pool.isWrapperFor(DriverDataSource.class)) {
        return Optional.of(open(pool, pool.unwrap(DriverDataSource.class)));
      }
      if (pool.isWrapperFor(PGSimpleDataSource.class)) {
        return Optional.of(open(pool, pool.unwrap(PGSimpleDataSource.class)));
      }
      return Optional.empty();
    }

    private static Connection open(HikariDataSource pool, DataSource beneath) throws SQLException {
      String user = pool.getUsername();
      // Asked each time: passwords may be renewed while the pool runs.
      return user == null
          ? beneath.getConnection()
          : beneath.getConnection(user, pool.getPassword());
    }
  }
}
