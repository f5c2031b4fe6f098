package dev.baton.tck.simulation.sql;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalMariaDb;
import dev.baton.local.LocalMySql;
import dev.baton.local.LocalServer;
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

/** Runs MariaDB or MySQL, which find deadlocks by themselves and at once. */
final class InnoDbServer implements Server {
  private static final Pattern SET =
      Pattern.compile("SET SESSION innodb_lock_wait_timeout = (\\d+)");

  private final LocalServer local;
  private final boolean isMariaDb;

  /** The position up to which the log of each connection was read. */
  private final Map<Long, Long> taken = new ConcurrentHashMap<>();

  private InnoDbServer(LocalServer local, boolean isMariaDb) {
    this.local = local;
    this.isMariaDb = isMariaDb;
  }

  static InnoDbServer mariaDb() {
    return new InnoDbServer(LocalMariaDb.anotherTemporary(), true);
  }

  /** Returns MySQL 8.0. Skips the test where no such server can run. */
  static InnoDbServer mySql() {
    return new InnoDbServer(LocalMySql.anotherTemporary(), false);
  }

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

  /** Returns true, because creating the tables again takes seconds. */
  @Override
  public boolean isAsNewWhenEmptied() {
    return true;
  }

  /**
   * Returns false, because the server's threads can't be paused one by one: two that continue at
   * the same time race each other.
   */
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
    all.add(isMariaDb ? refusingConstraint() : refusingTrigger());
    return all;
  }

  private static String refusingConstraint() {
    return "ALTER TABLE baton_finished ADD CONSTRAINT "
        + Refused.CONSTRAINT
        + " CHECK (result IS NULL OR result <> X'"
        + Refused.HEX
        + "')";
  }

  /** Returns a trigger in place of a constraint, which MySQL ignores before 8.0.16. */
  private static String refusingTrigger() {
    return "CREATE TRIGGER "
        + Refused.CONSTRAINT
        + " BEFORE INSERT ON baton_finished FOR EACH ROW IF NEW.result = X'"
        + Refused.HEX
        + "' THEN SIGNAL SQLSTATE '23000' SET MYSQL_ERRNO = 3819, MESSAGE_TEXT = '"
        + Refused.CONSTRAINT
        + "'; END IF";
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

  /**
   * Reads the changes without deleting them: a delete would wait for what other connections have
   * recorded so far.
   */
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
    return new WatchedWaiting(database, new Locks(database.open().address().connect(), isMariaDb));
  }

  /**
   * Reads InnoDB's locks from its report. InnoDB's lock tables may be a tenth of a second old; the
   * report is not.
   */
  private static final class Locks implements WatchedWaiting.Locks {
    private final Connection connection;
    private final Pattern thread;

    /**
     * Opens a snapshot that keeps the server from purging deleted rows. The server chooses the time
     * of a purge itself, and the purge decides which locks a statement waits for.
     */
    Locks(Connection connection, boolean isMariaDb) throws SQLException {
      this.connection = connection;
      this.thread = Pattern.compile((isMariaDb ? "MariaDB" : "MySQL") + " thread id (\\d+)");
      try (Statement statement = connection.createStatement()) {
        statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT");
      }
    }

    /**
     * Returns the waiting sessions without the sessions they wait for: InnoDB finds deadlocks by
     * itself.
     */
    @Override
    public synchronized Map<Long, Set<Long>> waitsFor(List<Long> sessions) throws SQLException {
      Map<Long, Set<Long>> waiting = new HashMap<>();
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SHOW ENGINE INNODB STATUS")) {
        rows.next();
        for (String block : rows.getString(3).split("---TRANSACTION ")) {
          Matcher waiter = thread.matcher(block);
          if (block.contains("LOCK WAIT") && waiter.find()) {
            waiting.put(Long.valueOf(waiter.group(1)), Set.of());
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
