package dev.baton.move;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.jdbc.BatonSchema;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A database with Baton's tables and another engine's tables. */
final class MoveDatabase {
  /** Method source of the databases that also contain the engines' tables. */
  static final String SERVERS = "dev.baton.move.MoveDatabase#servers";

  /** All tables except those that describe the schema, children before parents. */
  private static final String POSTGRES_TABLES =
      "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT LIKE"
          + " '%schema%' AND tablename NOT LIKE '%migrations' AND tablename NOT LIKE '%metadata'"
          + " ORDER BY 1 DESC";

  private static final String MARIADB_TABLES =
      "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND"
          + " table_type = 'BASE TABLE' AND table_name NOT LIKE '%schema%' AND table_name NOT LIKE"
          + " '%migrations' AND table_name NOT LIKE '%metadata' ORDER BY 1 DESC";

  private static final Map<String, MoveDatabase> SHARED = new HashMap<>();

  private final LocalDatabase kind;
  private final DatabaseAddress address;
  private final HikariDataSource pool;

  private MoveDatabase(LocalDatabase kind, DatabaseAddress address) {
    this.kind = kind;
    this.address = address;
    this.pool = pool(address);
  }

  static Stream<LocalDatabase> servers() {
    return LocalDatabase.chosenServers();
  }

  /**
   * Returns the database that tests with these tables share, by the name of a file. It contains
   * only these tables.
   */
  static synchronized MoveDatabase with(LocalDatabase kind, String file) throws SQLException {
    MoveDatabase database = SHARED.get(kind + file);
    if (database == null) {
      database = fresh(kind, file);
      SHARED.put(kind + file, database);
    }
    database.clean();
    return database;
  }

  /** Returns a new database with these tables and Baton's. */
  static MoveDatabase fresh(LocalDatabase kind, String file) throws SQLException {
    MoveDatabase database = new MoveDatabase(kind, kind.newDatabase());
    BatonSchema.apply(database.pool);
    database.script(file);
    return database;
  }

  private void clean() throws SQLException {
    run("DROP TABLE IF EXISTS baton_moved");
    Deque<String> tables = new ArrayDeque<>(tables());
    for (int tries = tables.size() * 9; !tables.isEmpty(); tries--) {
      String table = tables.remove();
      try {
        run("DELETE FROM " + table);
      } catch (SQLException stillReferredTo) {
        if (tries == 0) {
          throw stillReferredTo;
        }
        tables.add(table);
      }
    }
  }

  List<String> tables() throws SQLException {
    return texts(isPostgres() ? POSTGRES_TABLES : MARIADB_TABLES);
  }

  static HikariDataSource pool(DatabaseAddress address) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(address.url());
    config.setUsername(address.user());
    config.setPassword(address.password());
    config.setMaximumPoolSize(12);
    config.setMinimumIdle(0);
    return new HikariDataSource(config);
  }

  HikariDataSource pool() {
    return pool;
  }

  DatabaseAddress address() {
    return address;
  }

  boolean isPostgres() {
    return kind == LocalDatabase.POSTGRES;
  }

  void script(String name) throws SQLException {
    String file = name + (isPostgres() ? "-postgresql.sql" : "-mysql.sql");
    if (name.equals("quartz")) { // its own
      String script = isPostgres() ? "postgres" : "mysql_innodb";
      file = "/org/quartz/impl/jdbcjobstore/tables_" + script + ".sql";
    }
    try (InputStream stream = MoveDatabase.class.getResourceAsStream(file)) {
      String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      for (String statement : text.replaceAll("(?m)^(#|--).*$", "").split(";\\s*\n")) {
        if (!statement.isBlank()) {
          run(statement);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int run(String sql, Object... values) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.execute();
      return statement.getUpdateCount();
    }
  }

  long number(String sql) throws SQLException {
    return Long.parseLong(texts(sql).get(0));
  }

  /** Returns the rows of a query, with blanks between the columns. */
  List<String> texts(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> found = new ArrayList<>();
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(rows.getString(i));
        }
        found.add(String.join(" ", row));
      }
      return found;
    }
  }
}
