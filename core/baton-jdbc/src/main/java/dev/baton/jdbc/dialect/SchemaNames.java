package dev.baton.jdbc.dialect;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

/** Reads the names of Baton's tables and indexes from the driver's metadata. */
final class SchemaNames {
  /** Lets only one schema migration run at a time in this process. */
  static final ReentrantLock LOCK = new ReentrantLock();

  private static final String PREFIX = "baton";

  private SchemaNames() {}

  /** Returns the names in lower case; for the primary key of a table, its name with {@code _pk}. */
  static Set<String> of(Connection connection) throws SQLException {
    DatabaseMetaData catalogue = connection.getMetaData();
    List<String> tables = new ArrayList<>();
    try (ResultSet rows =
        catalogue.getTables(connection.getCatalog(), connection.getSchema(), "%", null)) {
      while (rows.next()) {
        // The driver treats the schema's name as a pattern, which may match other schemas.
        boolean isOurs = Objects.equals(rows.getString("TABLE_SCHEM"), connection.getSchema());
        if (isOurs && lower(rows.getString("TABLE_NAME")).startsWith(PREFIX)) {
          tables.add(rows.getString("TABLE_NAME"));
        }
      }
    }
    Set<String> names = new TreeSet<>();
    for (String table : tables) {
      names.add(lower(table));
      try (ResultSet rows =
          catalogue.getPrimaryKeys(connection.getCatalog(), connection.getSchema(), table)) {
        if (rows.next()) {
          names.add(lower(table) + "_pk");
        }
      }
      try (ResultSet rows =
          catalogue.getIndexInfo(
              connection.getCatalog(), connection.getSchema(), table, false, true)) {
        while (rows.next()) {
          String index = rows.getString("INDEX_NAME");
          if (index != null) {
            names.add(lower(index));
          }
        }
      }
    }
    return names;
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
