package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.stream.Stream;
import org.h2.api.Trigger;

/**
 * Refuses each row of H2 with a text that ends with "!". The trigger's name contains the SQLSTATE.
 */
public final class RefusingTrigger implements Trigger {
  private String state = "";

  @Override
  public void init(
      Connection connection, String schema, String name, String table, boolean before, int type) {
    state = name.substring(name.lastIndexOf('_') + 1).toUpperCase(Locale.ROOT);
  }

  @Override
  public void fire(Connection connection, Object[] old, Object[] row) throws SQLException {
    Object[] met = old == null ? row : old;
    if (Stream.of(met).anyMatch(value -> value instanceof String text && text.endsWith("!"))) {
      throw new SQLException("refused", state);
    }
  }
}
