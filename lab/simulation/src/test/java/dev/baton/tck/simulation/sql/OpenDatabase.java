package dev.baton.tck.simulation.sql;

import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.SimulatedStores;
import dev.baton.local.DatabaseAddress;
import dev.baton.tck.simulation.SimulatedDatabase.Snapshot;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.sql.DataSource;

/** A database with Baton's tables and the log of changes, used by one experiment at a time. */
final class OpenDatabase {
  private static final List<String> KEPT = List.of("baton_schema", "baton_schema_serves");

  private static final String LOG = "baton_sim_log";
  private static final int MOST_TRUNCATIONS = 60;

  private final Server server;
  private final DatabaseAddress address;
  private final Connection admin;
  private final SimulatedStores.Dialects dialect;
  private final List<String> tables;
  private final Map<String, List<String>> columnsOf = new LinkedHashMap<>();
  private final ArrayDeque<Real> free = new ArrayDeque<>();
  private final Set<String> executed;
  private final Troubles troubles;

  /**
   * Opens a new database.
   *
   * @param executed gets the texts of all statements that nodes execute
   * @param troubles counts the faults
   */
  OpenDatabase(Server server, Set<String> executed, Troubles troubles) throws SQLException {
    this.troubles = troubles;
    this.server = server;
    this.executed = executed;
    this.address = server.newDatabase(to -> makeTables(server, to));
    this.admin = server.connect(address);
    // At a higher level MariaDB locks gaps, and waits for threads that don't run.
    admin.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    this.dialect = SimulatedStores.Dialects.of(admin);
    this.tables = tables();
  }

  private static void makeTables(Server server, DatabaseAddress address) throws SQLException {
    try (Connection connection = server.connect(address)) {
      BatonSchema.apply(always(connection));
      try (Statement statement = connection.createStatement()) {
        for (String sql : server.logging()) {
          statement.execute(sql);
        }
      }
    }
  }

  /** Returns a data source that always returns this connection, which can't be closed. */
  private static DataSource always(Connection connection) {
    Connection kept =
        (Connection)
            Proxy.newProxyInstance(
                OpenDatabase.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, given) ->
                    method.getName().equals("close")
                        ? null
                        : ConnectionSeam.call(connection, method, given));
    return (DataSource)
        Proxy.newProxyInstance(
            OpenDatabase.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (self, method, given) -> kept);
  }

  private List<String> tables() throws SQLException {
    Set<String> found = new TreeSet<>();
    try (ResultSet rows =
        admin
            .getMetaData()
            .getTables(
                admin.getCatalog(),
                admin.getSchema(),
                null,
                new String[] {"TABLE", "BASE TABLE"})) {
      while (rows.next()) {
        String name = rows.getString("TABLE_NAME").toLowerCase(java.util.Locale.ROOT);
        if (name.startsWith("baton_") && !KEPT.contains(name)) {
          found.add(name);
        }
      }
    }
    return List.copyOf(found);
  }

  Server server() {
    return server;
  }

  DatabaseAddress address() {
    return address;
  }

  Connection admin() {
    return admin;
  }

  SimulatedStores.Dialects dialect() {
    return dialect;
  }

  /** Returns the connections that no session uses. */
  ArrayDeque<Real> free() {
    return free;
  }

  /** Returns the texts of all statements that nodes have executed. */
  Set<String> executed() {
    return executed;
  }

  Troubles troubles() {
    return troubles;
  }

  Real another() throws SQLException {
    Connection connection = server.connect(address);
    return new Real(connection, server.prepare(connection));
  }

  /**
   * Empties all tables, so that the database is as good as new. Deleted rows also leave no trace.
   */
  void emptyAll() throws SQLException {
    disconnect();
    try (Statement statement = admin.createStatement()) {
      for (String table : tables) {
        truncate(statement, table);
      }
    }
  }

  /**
   * Retries the truncate, which InnoDB gives up after a second while it still purges deleted rows.
   */
  private void truncate(Statement statement, String table) throws SQLException {
    for (int i = 1; ; i++) {
      try {
        statement.execute("TRUNCATE TABLE " + table);
        return;
      } catch (SQLException e) {
        if (e.getErrorCode() != server.lockTimeout().getErrorCode() || i == MOST_TRUNCATIONS) {
          throw e;
        }
      }
    }
  }

  /** Drops the database after its last use. */
  void drop() throws SQLException {
    disconnect();
    admin.close();
    server.drop(address);
  }

  /** Closes all sessions, so that the next experiment begins with sessions without state. */
  private void disconnect() throws SQLException {
    while (!free.isEmpty()) {
      free.removeLast().connection().close();
    }
  }

  /** Deletes all rows. */
  private void empty() throws SQLException {
    try (Statement statement = admin.createStatement()) {
      for (String table : tables) {
        boolean used;
        try (ResultSet rows = statement.executeQuery("SELECT 1 FROM " + table + " LIMIT 1")) {
          used = rows.next();
        }
        if (used) {
          truncate(statement, table);
        }
      }
    }
  }

  private record Table(List<String> columns, List<Object[]> rows) {}

  private record Rows(Map<String, Table> tables) implements Snapshot {}

  /** Returns all columns except those that the database fills by itself. */
  private List<String> columns(String table) throws SQLException {
    List<String> names = new ArrayList<>();
    String name = server.name().equals("h2") ? table.toUpperCase(java.util.Locale.ROOT) : table;
    try (ResultSet rows =
        admin.getMetaData().getColumns(admin.getCatalog(), admin.getSchema(), name, null)) {
      while (rows.next()) {
        if (!rows.getString("IS_AUTOINCREMENT").equals("YES")) {
          names.add(rows.getString("COLUMN_NAME"));
        }
      }
    }
    return names;
  }

  Snapshot snapshot() {
    Map<String, Table> all = new LinkedHashMap<>();
    try {
      for (String table : tables) {
        if (!table.equals(LOG)) {
          all.put(table, read(table));
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return new Rows(all);
  }

  private Table read(String table) throws SQLException {
    List<String> columns = columnsOf.get(table);
    if (columns == null) {
      columns = columns(table);
      columnsOf.put(table, columns);
    }
    List<Object[]> rows = new ArrayList<>();
    try (Statement statement = admin.createStatement();
        ResultSet found =
            statement.executeQuery("SELECT " + String.join(", ", columns) + " FROM " + table)) {
      while (found.next()) {
        Object[] row = new Object[columns.size()];
        for (int i = 0; i < row.length; i++) {
          row[i] = found.getObject(i + 1);
        }
        rows.add(row);
      }
    }
    return new Table(columns, rows);
  }

  void restore(Snapshot snapshot) {
    try {
      empty();
      for (Map.Entry<String, Table> table : ((Rows) snapshot).tables().entrySet()) {
        insert(table.getKey(), table.getValue());
      }
      try (Statement statement = admin.createStatement()) {
        truncate(statement, LOG);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void insert(String name, Table table) throws SQLException {
    if (table.rows().isEmpty()) {
      return;
    }
    List<String> columns = table.columns();
    String marks = "?" + ", ?".repeat(columns.size() - 1);
    try (PreparedStatement statement =
        admin.prepareStatement(
            "INSERT INTO "
                + name
                + " ("
                + String.join(", ", columns)
                + ") VALUES ("
                + marks
                + ")")) {
      for (Object[] row : table.rows()) {
        for (int i = 0; i < row.length; i++) {
          statement.setObject(i + 1, row[i]);
        }
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }
}
