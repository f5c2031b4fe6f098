package dev.baton.jdbc.notify;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.zip.CRC32;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The name of the notification channel: one for each schema that has Baton's tables, so that two
 * Batons in one database don't hear each other. Asked for through the store's own data source: the
 * one that listens may look in other schemas. Thread-safe.
 */
final class Namespace {
  /**
   * The longest name PostgreSQL takes; it would cut a longer one in LISTEN, refuse it in NOTIFY.
   */
  private static final int MAX_BYTES = 63;

  private static final String PREFIX = "baton_";
  private static final int KEPT_OF_LONG = 40;

  private static final String WHERE_THE_TABLES_ARE =
      "SELECT n.nspname FROM pg_catalog.pg_class c"
          + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
          + " WHERE c.relname = 'baton_task' AND pg_catalog.pg_table_is_visible(c.oid)";

  private final DataSource store;
  private volatile @Nullable String known;

  Namespace(DataSource store) {
    this.store = store;
  }

  /** The channel's name; asks the database the first time. */
  String channel() throws SQLException {
    String name = known;
    if (name == null) {
      try (Connection connection = store.getConnection()) {
        name = channel(connection);
      }
    }
    return name;
  }

  /** The channel's name; asks on this connection the first time. */
  String channel(Connection connection) throws SQLException {
    String name = known;
    if (name == null) {
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(WHERE_THE_TABLES_ARE)) {
        if (!rows.next()) {
          throw new SQLException("Baton's tables aren't where this user looks");
        }
        name = named(rows.getString(1));
        known = name;
      }
    }
    return name;
  }

  /** A schema's channel. */
  static String named(String schema) {
    String name = PREFIX + schema;
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= MAX_BYTES) {
      return name;
    }
    CRC32 rest = new CRC32();
    rest.update(bytes);
    StringBuilder kept = new StringBuilder();
    name.codePoints()
        .takeWhile(
            c ->
                kept.toString().getBytes(StandardCharsets.UTF_8).length
                        + Character.toString(c).getBytes(StandardCharsets.UTF_8).length
                    <= KEPT_OF_LONG)
        .forEach(kept::appendCodePoint);
    return kept + "_" + Long.toHexString(rest.getValue());
  }
}
