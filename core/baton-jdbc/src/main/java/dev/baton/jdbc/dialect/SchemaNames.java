package dev.baton.jdbc.dialect;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Reads Baton's tables and indexes, as {@link Dialect#schema} describes them. */
final class SchemaNames {
  /** Lets only one schema migration run at a time in this process. */
  static final ReentrantLock LOCK = new ReentrantLock();

  private static final String PREFIX = "baton";
  private static final String UNIQUE = "unique";

  /** The descriptions of each table and index, by their places in it. */
  private final Map<String, TreeMap<Integer, String>> found = new TreeMap<>();

  private SchemaNames() {}

  /**
   * Reads them with a query that returns names, places and descriptions in any order. The place of
   * {@code unique} is 0.
   */
  static Map<String, List<String>> of(Connection connection, String query) throws SQLException {
    SchemaNames names = new SchemaNames();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        names.put(rows.getString(1), rows.getInt(2), rows.getString(3));
      }
    }
    return names.inOrder();
  }

  /** Reads them from the driver's metadata, without the columns of tables. */
  static Map<String, List<String>> of(Connection connection) throws SQLException {
    SchemaNames names = new SchemaNames();
    DatabaseMetaData catalogue = connection.getMetaData();
    for (String table : tables(connection, catalogue)) {
      names.found.put(lower(table), new TreeMap<>());
      names.putIndexes(
          catalogue.getPrimaryKeys(connection.getCatalog(), connection.getSchema(), table),
          table + "_pk");
      names.putIndexes(
          catalogue.getIndexInfo(
              connection.getCatalog(), connection.getSchema(), table, false, true),
          null);
    }
    return names.inOrder();
  }

  private static List<String> tables(Connection connection, DatabaseMetaData catalogue)
      throws SQLException {
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
    return tables;
  }

  /**
   * @param primaryKey the name of the primary key; null if the rows are those of other indexes
   */
  private void putIndexes(ResultSet columns, @Nullable String primaryKey) throws SQLException {
    try (columns) {
      while (columns.next()) {
        String index = primaryKey == null ? columns.getString("INDEX_NAME") : primaryKey;
        if (index == null) {
          continue; // statistics of the table
        }
        if (primaryKey != null || !columns.getBoolean("NON_UNIQUE")) {
          put(index, 0, UNIQUE);
        }
        String place = primaryKey == null ? "ORDINAL_POSITION" : "KEY_SEQ";
        put(index, columns.getInt(place), columns.getString("COLUMN_NAME"));
      }
    }
  }

  private void put(String name, int place, String description) {
    found.computeIfAbsent(lower(name), none -> new TreeMap<>()).put(place, lower(description));
  }

  private Map<String, List<String>> inOrder() {
    Map<String, List<String>> all = new TreeMap<>();
    found.forEach((name, parts) -> all.put(name, List.copyOf(parts.values())));
    return all;
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
