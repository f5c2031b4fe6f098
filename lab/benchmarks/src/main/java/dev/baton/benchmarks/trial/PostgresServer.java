package dev.baton.benchmarks.trial;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** PostgreSQL with durable commits and the settings of a small installation. */
public final class PostgresServer implements Server {
  /**
   * Settings with enough WAL between checkpoints that none happens in only one contender's
   * measurement.
   */
  private static final Map<String, String> SETTINGS =
      new TreeMap<>(
          Map.of(
              "shared_buffers", "1GB",
              "max_wal_size", "8GB",
              "checkpoint_timeout", "30min",
              "effective_cache_size", "4GB",
              "random_page_cost", "1.1",
              "max_connections", "1000"));

  private final LocalPostgres server = LocalPostgres.temporary(SETTINGS);
  private @Nullable ProcessTree processes;

  @Override
  public String description() {
    return "PostgreSQL, fsync on, synchronous_commit on, "
        + String.join(", ", SETTINGS.entrySet().stream().map(Object::toString).toList());
  }

  @Override
  public boolean isMariaDb() {
    return false;
  }

  @Override
  public DatabaseAddress newDatabase() {
    return server.newDatabase();
  }

  @Override
  public void drop(DatabaseAddress database) throws SQLException {
    String url = database.url();
    String name = url.substring(url.lastIndexOf('/') + 1);
    try (Connection connection = server.database("postgres").connect();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP DATABASE " + name + " WITH (FORCE)");
    }
  }

  @Override
  public void checkpoint() throws SQLException {
    try (Connection connection = server.database("postgres").connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CHECKPOINT");
    }
  }

  @Override
  public ServerCost cost(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                """
                SELECT pg_backend_pid(), pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0'),
                  pg_snapshot_xmax(pg_current_snapshot())::text::bigint""")) {
      row.next();
      // Only a transaction that writes takes a transaction id.
      return new ServerCost(
          tree(row.getLong(1)).cpuNanos(), row.getLong(2), OptionalLong.of(row.getLong(3)));
    }
  }

  @Override
  public long deadRows(Connection connection) throws SQLException {
    return number(connection, "SELECT coalesce(sum(n_dead_tup), 0) FROM pg_stat_user_tables");
  }

  @Override
  public long connections(Connection connection) throws SQLException {
    return number(
        connection, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()");
  }

  private static long number(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }

  @Override
  public void vacuum(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("VACUUM ANALYZE");
    }
  }

  private synchronized ProcessTree tree(long backend) {
    ProcessTree known = processes;
    if (known == null) {
      known = new ProcessTree(ProcessTree.parentOf(backend).orElse(backend));
      processes = known;
    }
    return known;
  }

  @Override
  public void close() {
    server.stop();
  }
}
