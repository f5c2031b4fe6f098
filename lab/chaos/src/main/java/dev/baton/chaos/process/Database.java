package dev.baton.chaos.process;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.local.DatabaseAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The database of one run, accessed directly, without a proxy. */
public final class Database implements AutoCloseable {
  private static final Pattern PORT = Pattern.compile(":([0-9]+)/");
  private static final int CONNECTIONS = 10;

  private final ServerKind.Server server;
  private final DatabaseAddress address;
  private final HikariDataSource pool;

  public Database(ServerKind.Server server) throws SQLException {
    this.server = server;
    this.address = server.databases().newDatabase();
    this.pool = Plan.pool(address, CONNECTIONS);
    Tables.make(pool);
  }

  public ServerKind kind() {
    return server.kind();
  }

  public HikariDataSource pool() {
    return pool;
  }

  public int port() {
    Matcher matcher = PORT.matcher(address.url());
    if (!matcher.find()) {
      throw new IllegalStateException("No port in " + address.url());
    }
    return Integer.parseInt(matcher.group(1));
  }

  public DatabaseAddress through(int proxyPort) {
    String url = address.url().replace(":" + port() + "/", ":" + proxyPort + "/");
    return new DatabaseAddress(url, address.user(), address.password());
  }

  public void kill() {
    server.kill().run();
  }

  public void restart() {
    server.restart().run();
  }

  /** Closes every other connection, as an operator does. */
  public void terminateBackends() throws SQLException {
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement()) {
      if (server.kind() == ServerKind.POSTGRESQL) {
        statement.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
        return;
      }
      for (String id :
          query(
              connection,
              "SELECT id FROM information_schema.processlist"
                  + " WHERE db = DATABASE() AND id <> CONNECTION_ID()")) {
        try {
          statement.execute("KILL " + id);
        } catch (SQLException gone) {
          // The connection has ended by itself meanwhile.
        }
      }
    }
  }

  /** Returns the ids of tasks that are running now. */
  public Set<String> running() throws SQLException {
    String sql = "SELECT " + kind().idText() + " FROM baton_task WHERE owner IS NOT NULL";
    return plain(query(sql));
  }

  /** Returns the ids of live tasks, with those in ERROR only on request. */
  public Set<String> live(boolean withErrors) throws SQLException {
    String sql = "SELECT " + kind().idText() + " FROM baton_task";
    return plain(query(withErrors ? sql : sql + " WHERE status <> 4 OR type <> 'MOST'"));
  }

  /** Returns the ids of some live tasks that satisfy this condition. */
  public List<UUID> liveIds(String condition, int most) throws SQLException {
    String sql = "SELECT " + kind().idText() + " FROM baton_task WHERE " + condition;
    return query(sql + " LIMIT " + most).stream().map(Database::uuid).toList();
  }

  private static UUID uuid(String text) {
    String plain = plain(text);
    return new UUID(
        Long.parseUnsignedLong(plain.substring(0, 16), 16),
        Long.parseUnsignedLong(plain.substring(16), 16));
  }

  /** Returns how many tasks of this sub-type live. */
  public int liveOf(String subType) throws SQLException {
    return number("SELECT COUNT(*) FROM baton_task WHERE sub_type = '" + subType + "'");
  }

  /** Returns the number of attempts of this sub-type whose lease expired. */
  public int lapsesOf(String subType) throws SQLException {
    // Joined here: without statistics a database reads all finished tasks for each attempt.
    String id = kind().idText();
    String lapsed = "SELECT " + id + " FROM (SELECT task_id AS id FROM baton_attempt";
    List<String> attempts = query(lapsed + " WHERE outcome = 3) a");
    Set<String> tasks =
        Set.copyOf(query("SELECT " + id + " FROM baton_kept WHERE sub_type = '" + subType + "'"));
    return Math.toIntExact(attempts.stream().filter(tasks::contains).count());
  }

  /** Makes each end of a task of this sub-type take this long in the database itself. */
  public void slowEnds(String subType, int millis, int firstMillis) throws SQLException {
    for (String sql : kind().slowEnds(subType, millis, firstMillis)) {
      try (Connection connection = pool.getConnection()) {
        update(connection, sql);
      }
    }
  }

  /**
   * Changes Baton's tables under load, as a migration of a later version may: adds a table, a
   * column and an index, and stores the new version, which serves the same nodes as the one before.
   */
  public void migrateFurther() throws SQLException {
    int version = number("SELECT MAX(version) FROM baton_schema") + 1;
    String name = "later_" + version;
    String from = " FROM %s WHERE version = " + (version - 1);
    try (Connection connection = pool.getConnection()) {
      for (String sql :
          List.of(
              "CREATE TABLE baton_" + name + " (id INT NOT NULL PRIMARY KEY)",
              "ALTER TABLE baton_task ADD COLUMN " + name + " INT DEFAULT 7 NOT NULL",
              "CREATE INDEX baton_task_" + name + " ON baton_task (" + name + ")",
              "INSERT INTO baton_schema_serves (version, serves_from) SELECT "
                  + version
                  + ", serves_from"
                  + from.formatted("baton_schema_serves"),
              "INSERT INTO baton_schema (version, applied_at) SELECT "
                  + version
                  + ", applied_at"
                  + from.formatted("baton_schema"))) {
        update(connection, sql);
      }
    }
  }

  /** Removes the delay of ends. */
  public void quickEnds() throws SQLException {
    try (Connection connection = pool.getConnection()) {
      update(connection, kind().quickEnds());
    }
  }

  public int number(String sql) throws SQLException {
    return Integer.parseInt(query(sql).get(0));
  }

  /** Returns the number of attempts so far whose lease expired. */
  public int lapses() throws SQLException {
    return number("SELECT COUNT(*) FROM baton_attempt WHERE outcome = 3");
  }

  /** Returns the rows, each as its columns' text separated by blanks. */
  public List<String> query(String sql) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      return query(connection, sql);
    }
  }

  /** Returns the id without dashes, which only some databases write. */
  public static String plain(String id) {
    return id.replace("-", "").toLowerCase(Locale.ROOT);
  }

  private static Set<String> plain(List<String> ids) {
    Set<String> all = new TreeSet<>();
    ids.forEach(id -> all.add(plain(id)));
    return all;
  }

  public static void update(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  public static List<String> query(Connection connection, String sql) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        List<String> words = new ArrayList<>();
        for (int column = 1; column <= columns; column++) {
          words.add(String.valueOf(rows.getString(column)));
        }
        lines.add(String.join(" ", words));
      }
    }
    return lines;
  }

  @Override
  public void close() {
    pool.close();
  }
}
