package dev.baton.jdbc.hsqldb;

import dev.baton.jdbc.dialect.Dialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;

/**
 * HSQLDB 2.7 in its default mode LOCKS, where a transaction locks whole tables: an example of a
 * dialect, not for production.
 */
final class HsqldbDialect implements Dialect {

  // region dialect
  @Override
  public String name() {
    return "hsqldb";
  }

  @Override
  public Map<String, String> words() {
    return Map.of(
        "now",
        "CURRENT_TIMESTAMP",
        "when",
        "(SELECT DATEADD('microsecond', w.delay, w.base) FROM (VALUES (COALESCE("
            + "CAST(? AS TIMESTAMP(6) WITH TIME ZONE), CURRENT_TIMESTAMP), CAST(? AS BIGINT)))"
            + " w(base, delay))",
        "ago",
        "DATEADD('microsecond', -CAST(? AS BIGINT), CURRENT_TIMESTAMP)",
        "time",
        "CAST(? AS TIMESTAMP(6) WITH TIME ZONE)",
        "later",
        "DATEADD('microsecond', baton_key.hold_micros, t.created_at)",
        // A table has one lock: no row can be skipped.
        "skipLocked",
        "FOR UPDATE");
  }

  // endregion

  /** It runs in this JVM. */
  @Override
  public boolean hasCheapStatements() {
    return true;
  }

  /** In the other modes FOR UPDATE locks nothing. */
  @Override
  public List<String> wrongSettings(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT PROPERTY_VALUE FROM INFORMATION_SCHEMA.SYSTEM_PROPERTIES"
                    + " WHERE PROPERTY_NAME = 'hsqldb.tx'"
                    + " AND UPPER(PROPERTY_VALUE) <> 'LOCKS'")) {
      return rows.next()
          ? List.of("hsqldb.tx is " + rows.getString(1) + ": set it to LOCKS")
          : List.of();
    }
  }
}
