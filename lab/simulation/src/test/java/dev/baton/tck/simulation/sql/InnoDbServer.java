package dev.baton.tck.simulation.sql;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalMariaDb;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** MariaDB, which finds deadlocks by itself and at once. */
final class MariaDbServer implements Server {
  private static final Pattern SET =
      Pattern.compile("SET SESSION innodb_lock_wait_timeout = (\\d+)");

  private final LocalMariaDb local = LocalMariaDb.anotherTemporary();

  /** Up to where the log of each connection was read. */
  private final Map<Long, Long> taken = new ConcurrentHashMap<>();

  @Override
  public String name() {
    return "mysql";
  }

  @Override
  public DatabaseAddress newDatabase(Tables tables) throws SQLException {
    DatabaseAddress address = local.newDatabase();
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SET GLOBAL innodb_stats_persistent = OFF");
      statement.execute("SET GLOBAL innodb_stats_auto_recalc = OFF");
      statement.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 0");
    }
    tables.makeIn(address);
    return address;
  }

  /** To make the tables anew takes seconds. */
  @Override
  public boolean isAsNewWhenEmptied() {
    return true;
  }

  /** Its threads can't be held one by one: two that are let go at the same time race each other. */
  @Override
  public boolean replays() {
    return false;
  }

  @Override
  public long prepare(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET SESSION innodb_lock_wait_timeout = 1000000");
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      return Server.number(statement, "SELECT CONNECTION_ID()");
    }
  }

  @Override
  public List<String> logging() {
    List<String> all = new ArrayList<>();
    all.add("CREATE TABLE baton_sim_effect (name VARCHAR(200)) ENGINE = InnoDB");
    all.add(
        "CREATE TABLE baton_sim_log (session BIGINT NOT NULL, seq BIGINT NOT NULL, kind CHAR(1),"
            + " name VARCHAR(200), PRIMARY KEY (session, seq)) ENGINE = InnoDB");
    note(all, "baton_task", "t", "HEX(%s.id)");
    note(all, "baton_finished", "t", "HEX(%s.id)");
    note(all, "baton_sim_effect", "e", "%s.name");
    note(all, "baton_pause", "p", "%s.bucket");
    all.add(
        "ALTER TABLE baton_finished ADD CONSTRAINT baton_sim_refused CHECK (result IS NULL OR result"
            + " <> X'"
            + Refused.HEX
            + "')");
    return all;
  }

  private static void note(List<String> all, String table, String kind, String name) {
    for (String event : List.of("INSERT", "UPDATE", "DELETE")) {
      all.add(
          String.format(
              "CREATE TRIGGER %s_sim_%s AFTER %s ON %s FOR EACH ROW INSERT INTO baton_sim_log"
                  + " (session, seq, kind, name) VALUES (CONNECTION_ID(), UUID_SHORT(), '%s', %s)",
              table,
              event.toLowerCase(java.util.Locale.ROOT),
              event,
              table,
              kind,
              String.format(name, event.equals("DELETE") ? "OLD" : "NEW")));
    }
  }

  @Override
  public List<Integer> handlerIsolations() {
    return ISOLATIONS;
  }

  @Override
  public String clock() {
    return "UTC_TIMESTAMP(6)";
  }

  @Override
  public String literal(Instant now) {
    return "TIMESTAMP'" + Texts.time(now) + "'";
  }

  /** Nothing is deleted: that would wait for what other connections have noted so far. */
  @Override
  public List<String[]> takeChanges(Connection admin, long connection) throws SQLException {
    List<String[]> changes = new ArrayList<>();
    try (PreparedStatement statement =
        admin.prepareStatement(
            "SELECT kind, name, seq FROM baton_sim_log FORCE INDEX (PRIMARY)"
                + " WHERE session = ? AND seq > ? ORDER BY seq")) {
      statement.setLong(1, connection);
      statement.setLong(2, taken.getOrDefault(connection, 0L));
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          changes.add(new String[] {rows.getString(1), rows.getString(2)});
          taken.put(connection, rows.getLong(3));
        }
      }
    }
    return changes;
  }

  @Override
  public @Nullable Long lockWaitMillis(String sql) {
    Matcher matcher = SET.matcher(sql);
    return matcher.matches() ? Long.valueOf(matcher.group(1) + "000") : null;
  }

  @Override
  public boolean asksLockWait(String sql) {
    return sql.equals("SELECT @@SESSION.innodb_lock_wait_timeout");
  }

  @Override
  public String lockWaitQuery(long millis) {
    return "SELECT " + millis / 1_000;
  }

  @Override
  public long usualLockWaitMillis() {
    return 50_000;
  }

  @Override
  public SQLException lockTimeout() {
    return new SQLException("Lock wait timeout exceeded", "HY000", 1205);
  }

  @Override
  public SQLException deadlock() {
    return new SQLException("Deadlock found when trying to get lock", "40001", 1213);
  }

  @Override
  public SQLException connectionLost() {
    return new SQLException("The connection is closed", "08000");
  }

  @Override
  public Waiting waiting(SqlDatabase database) throws SQLException {
    return new WatchedWaiting(database, new Locks(database.open().address().connect()));
  }

  /** Looks at InnoDB's locks. Its tables of them are a tenth of a second old; its report isn't. */
  private static final class Locks implements WatchedWaiting.Locks {
    private static final Pattern THREAD = Pattern.compile("MariaDB thread id (\\d+)");

    private final Connection connection;

    /**
     * Its snapshot keeps the server from purging what was deleted: when it does so is its own
     * choice, and decides which locks a statement meets.
     */
    Locks(Connection connection) throws SQLException {
      this.connection = connection;
      try (Statement statement = connection.createStatement()) {
        statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT");
      }
    }

    /** Without for whom: InnoDB finds circles by itself. */
    @Override
    public synchronized Map<Long, Set<Long>> waitsFor(List<Long> sessions) throws SQLException {
      Map<Long, Set<Long>> waiting = new HashMap<>();
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SHOW ENGINE INNODB STATUS")) {
        rows.next();
        for (String block : rows.getString(3).split("---TRANSACTION ")) {
          Matcher thread = THREAD.matcher(block);
          if (block.contains("LOCK WAIT") && thread.find()) {
            waiting.put(Long.valueOf(thread.group(1)), Set.of());
          }
        }
      }
      waiting.keySet().retainAll(sessions);
      return waiting;
    }

    @Override
    public synchronized void cancel(long session) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        statement.execute("KILL QUERY " + session);
      }
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }
}
