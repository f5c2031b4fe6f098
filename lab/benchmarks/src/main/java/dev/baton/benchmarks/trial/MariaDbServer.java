package dev.baton.benchmarks.trial;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalMariaDb;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.OptionalLong;

/** MariaDB with durable commits and the settings of a small installation. */
public final class MariaDbServer implements Server {
  private static final List<String> SETTINGS =
      List.of(
          "innodb_buffer_pool_size = 1073741824",
          "innodb_log_file_size = 2147483648",
          "max_connections = 1000");

  private final LocalMariaDb server = LocalMariaDb.anotherTemporary();
  private final ProcessTree process;

  public MariaDbServer() throws SQLException {
    try (Connection connection = newDatabase().connect();
        Statement statement = connection.createStatement()) {
      for (String setting : SETTINGS) {
        statement.execute("SET GLOBAL " + setting);
      }
      Path pid = Path.of(read(connection, "SELECT @@pid_file"));
      process = new ProcessTree(Long.parseLong(Files.readString(pid).strip()));
    } catch (IOException e) {
      throw new UncheckedIOException("Can't read MariaDB's process number", e);
    }
  }

  @Override
  public String description() {
    return "MariaDB, innodb_flush_log_at_trx_commit = 1, " + String.join(", ", SETTINGS);
  }

  @Override
  public boolean isMariaDb() {
    return true;
  }

  @Override
  public DatabaseAddress newDatabase() {
    return server.newDatabase();
  }

  @Override
  public void drop(DatabaseAddress database) throws SQLException {
    String url = database.url();
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP DATABASE " + url.substring(url.lastIndexOf('/') + 1));
    }
  }

  /** Does nothing, because InnoDB writes out all the time. */
  @Override
  public void checkpoint() {}

  @Override
  public ServerCost cost(Connection connection) throws SQLException {
    String bytes =
        read(
            connection,
            "SELECT variable_value FROM information_schema.global_status"
                + " WHERE variable_name = 'INNODB_OS_LOG_WRITTEN'");
    return new ServerCost(process.cpuNanos(), Long.parseLong(bytes), OptionalLong.empty());
  }

  @Override
  public long deadRows(Connection connection) throws SQLException {
    return Long.parseLong(
        read(
            connection,
            "SELECT count FROM information_schema.innodb_metrics"
                + " WHERE name = 'trx_rseg_history_len'"));
  }

  @Override
  public long connections(Connection connection) throws SQLException {
    return Long.parseLong(
        read(
            connection,
            "SELECT count(*) FROM information_schema.processlist WHERE db = DATABASE()"));
  }

  @Override
  public void vacuum(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet tables =
            statement.executeQuery("SHOW FULL TABLES WHERE table_type = 'BASE TABLE'")) {
      while (tables.next()) {
        try (Statement analysis = connection.createStatement()) {
          analysis.execute("ANALYZE TABLE " + tables.getString(1));
        }
      }
    }
  }

  private static String read(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }

  @Override
  public void close() {
    server.stop();
  }
}
