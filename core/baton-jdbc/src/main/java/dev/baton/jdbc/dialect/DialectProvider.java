package dev.baton.jdbc.dialect;

import dev.baton.api.error.ConfigurationException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Adds the dialect of a database that Baton doesn't know itself. Baton finds the providers with
 * {@link ServiceLoader}.
 */
public interface DialectProvider {

  /** Returns the dialect, or empty if the connection leads to another database. */
  Optional<Dialect> dialect(Connection connection) throws SQLException;

  /** Returns the first dialect that a provider has for this connection. */
  static Dialect find(Connection connection, String product) throws SQLException {
    ServiceLoader<DialectProvider> providers =
        ServiceLoader.load(DialectProvider.class, DialectProvider.class.getClassLoader());
    for (DialectProvider provider : providers) {
      Optional<Dialect> found = provider.dialect(connection);
      if (found.isPresent()) {
        return found.get();
      }
    }
    throw new ConfigurationException(
        "Baton knows PostgreSQL, MySQL, MariaDB and H2, and no DialectProvider is on the class path"
            + " for "
            + product);
  }
}
