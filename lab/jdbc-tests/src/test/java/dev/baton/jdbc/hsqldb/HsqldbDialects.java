package dev.baton.jdbc.hsqldb;

import dev.baton.jdbc.dialect.Dialect;
import dev.baton.jdbc.dialect.DialectProvider;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Registers {@link HsqldbDialect}: the file in META-INF/services names this class. */
public final class HsqldbDialects implements DialectProvider {

  // region provider
  @Override
  public Optional<Dialect> dialect(Connection connection) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName();
    return product.startsWith("HSQL") ? Optional.of(new HsqldbDialect()) : Optional.empty();
  }
  // endregion
}
