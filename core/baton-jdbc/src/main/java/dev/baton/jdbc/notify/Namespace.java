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
 * The name of the notification channel. Each schema with Baton's tables has its own channel, so
 * that two Baton clusters in one database don't receive each other's hints. The schema is read
 * through the store's data source, because the data source for listening may use other schemas.
 * Thread-safe.
 */
final class Namespace {
  /**
   * Maximum length of a name in PostgreSQL. LISTEN would truncate a longer name, and NOTIFY would
   * refuse it.
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

  /** Returns the channel's name. The first call queries the database. */
  String channel() throws SQLException {
    String name = known;
    if (name == null) {
      try (Connection connection = store.getConnection()) {
        name = channel(connection);
      }
    }
    return name;
  }

  /** Returns the channel's name. The first call queries the database on this connection. */
  String channel(Connection connection) throws SQLException {
    String name = known;
    if (name == null) {
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(WHERE_THE_TABLES_ARE)) {
        if (!rows.next()) {
          throw new SQLException("Baton's tables aren't in a schema that this user searches");
        }
        name = named(rows.getString(1));
        known = name;
      }
    }
    return name;
  }

  /** Returns the channel name of a schema. */
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
