package dev.baton.jdbc.dialect;

import dev.baton.api.error.ConfigurationException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * Provides the dialect of a database that Baton itself doesn't support. Baton finds the providers
 * with {@link ServiceLoader}.
 */
public interface DialectProvider {

  /** Returns the dialect; empty if this is another database. */
  Optional<Dialect> dialect(Connection connection) throws SQLException;

  /** Returns the first dialect that any provider returns for this connection. */
  static Dialect find(Connection connection, String product) throws SQLException {
    ServiceLoader<DialectProvider> providers =
        ServiceLoader.load(DialectProvider.class, DialectProvider.class.getClassLoader());
    try {
      for (DialectProvider provider : providers) {
        Optional<Dialect> found = provider.dialect(connection);
        if (found.isPresent()) {
          return found.get();
        }
      }
    } catch (ServiceConfigurationError broken) {
      throw new ConfigurationException("A DialectProvider can't be loaded: " + broken.getMessage());
    }
    throw new ConfigurationException(
        "Baton supports PostgreSQL, MySQL, MariaDB and H2. No DialectProvider was found for "
            + product);
  }
}
