package dev.baton.jdbc.dialect;

import dev.baton.operate.cluster.StoreWarning;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The dialect of H2 2.2 and later. */
final class H2Dialect implements Dialect {
  private static final ReentrantLock SCHEMA = new ReentrantLock();

  /** In capitals, which is the real spelling if H2 keeps names as written. */
  private static final String SETTINGS =
      "SELECT 1 FROM INFORMATION_SCHEMA.SETTINGS WHERE SETTING_NAME = ";

  /** In H2's other modes, LIMIT or an empty text has another meaning. */
  private static final String MODES =
      "('REGULAR', 'LEGACY', 'POSTGRESQL', 'MYSQL', 'MARIADB', 'DB2', 'HSQLDB')";

  /** H2's CURRENT_TIMESTAMP doesn't change inside a transaction; the start of a statement does. */
  private static final String NOW =
      "(SELECT EXECUTING_STATEMENT_START FROM INFORMATION_SCHEMA.SESSIONS"
          + " WHERE SESSION_ID = SESSION_ID())";

  private static final List<WrongSetting> WRONG =
      List.of(
          new WrongSetting(
              SETTINGS + "'MODE' AND UPPER(SETTING_VALUE) NOT IN " + MODES,
              "H2 imitates another database in a mode in which Baton's SQL doesn't run: use a MODE"
                  + " of PostgreSQL, MySQL, MariaDB, DB2, HSQLDB or LEGACY, or none"),
          new WrongSetting(
              "SELECT 1 FROM INFORMATION_SCHEMA.SESSIONS"
                  + " WHERE SESSION_ID = SESSION_ID() AND EXECUTING_STATEMENT_START IS NULL",
              "H2's LAZY_QUERY_EXECUTION hides the time from a statement: remove it"));

  @Override
  public String name() {
    return "h2";
  }

  @Override
  public Map<String, String> words() {
    return Map.ofEntries(
        Map.entry("now", NOW),
        Map.entry(
            "when",
            "(SELECT DATEADD(MICROSECOND, w.delay, w.base) FROM (VALUES (COALESCE("
                + "CAST(? AS TIMESTAMP(6) WITH TIME ZONE), "
                + NOW
                + "), CAST(? AS BIGINT))) w(base, delay))"),
        Map.entry("ago", "DATEADD(MICROSECOND, -CAST(? AS BIGINT), " + NOW + ")"),
        Map.entry("time", "CAST(? AS TIMESTAMP(6) WITH TIME ZONE)"),
        Map.entry("later", "DATEADD(MICROSECOND, baton_key.hold_micros, t.created_at)"),
        Map.entry("byId", ""),
        Map.entry("byWaiter", ""),
        Map.entry("byTask", ""),
        Map.entry("alarm", ""),
        Map.entry("ready", ""));
  }

  /** H2 keeps the timeout for the connection, which the engine uses next. */
  @Override
  public void forgetTimeout(PreparedStatement statement) {
    try {
      statement.setQueryTimeout(0);
    } catch (SQLException broken) {
      // The query's own error is more informative, and this connection runs no further statement.
    }
  }

  @Override
  public boolean takesArrays() {
    return false;
  }

  @Override
  public boolean hasCheapStatements() {
    return true;
  }

  @Override
  public void bindUuid(PreparedStatement statement, int index, @Nullable UUID value)
      throws SQLException {
    statement.setObject(index, value);
  }

  @Override
  public void bindInstant(PreparedStatement statement, int index, @Nullable Instant value)
      throws SQLException {
    if (value == null) {
      statement.setNull(index, Types.TIMESTAMP_WITH_TIMEZONE);
    } else {
      statement.setObject(index, value.atOffset(ZoneOffset.UTC));
    }
  }

  @Override
  public @Nullable UUID readUuid(ResultSet rows, int column) throws SQLException {
    return rows.getObject(column, UUID.class);
  }

  @Override
  public @Nullable Instant readInstant(ResultSet rows, int column) throws SQLException {
    OffsetDateTime time = rows.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  @Override
  public void planAnew(PreparedStatement statement) {}

  @Override
  public boolean takenKeyPoisons(int isolation) {
    return false;
  }

  @Override
  public boolean refusesChangedRows(Connection connection) throws SQLException {
    return connection.getTransactionIsolation() > Connection.TRANSACTION_REPEATABLE_READ;
  }

  @Override
  public boolean hidesLaterRows(int isolation) {
    return isolation > Connection.TRANSACTION_REPEATABLE_READ;
  }

  @Override
  public String lockWait() {
    return "SELECT LOCK_TIMEOUT()";
  }

  @Override
  public String lockWaitOf(String length) {
    return "SET LOCK_TIMEOUT " + length;
  }

  @Override
  public String shortestLockWait() {
    return "100";
  }

  @Override
  public boolean hasTable(Connection connection, String name) throws SQLException {
    return WrongSetting.finds(
        connection,
        "SELECT 1 FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = SCHEMA()"
            + " AND UPPER(TABLE_NAME) = '"
            + name.toUpperCase(Locale.ROOT)
            + "'");
  }

  @Override
  public Set<String> schemaNames(Connection connection) throws SQLException {
    return WrongSetting.names(
        connection,
        "SELECT LOWER(TABLE_NAME) FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = SCHEMA()"
            + " UNION SELECT LOWER(INDEX_NAME) FROM INFORMATION_SCHEMA.INDEXES"
            + " WHERE TABLE_SCHEMA = SCHEMA()");
  }

  /** H2 has one collation for all columns: names that it considers equal would conflict. */
  @Override
  public List<String> wrongSettings(Connection connection) throws SQLException {
    List<String> wrong = new ArrayList<>(WrongSetting.among(WRONG, connection));
    if (WrongSetting.finds(
        connection, SETTINGS + "'COLLATION' AND SETTING_VALUE NOT LIKE 'OFF%'")) {
      wrong.add(
          "H2 orders and compares text by a language's rules, which treat some different names as"
              + " equal: use a database without SET COLLATION");
    }
    if (WrongSetting.finds(
        connection,
        "SELECT 1 FROM INFORMATION_SCHEMA.COLUMNS WHERE UPPER(TABLE_NAME) LIKE 'BATON!_%' ESCAPE"
            + " '!' AND DATA_TYPE = 'VARCHAR_IGNORECASE'")) {
      wrong.add(
          "Baton's tables were created with H2's IGNORECASE, where names that differ in case are"
              + " equal: drop them, and create them again without it");
    }
    return wrong;
  }

  @Override
  public List<StoreWarning> warnings(Connection connection) throws SQLException {
    String url = connection.getMetaData().getURL();
    if (url.startsWith("jdbc:h2:mem:") || url.contains("/mem:")) {
      return List.of();
    }
    List<StoreWarning> found = new ArrayList<>();
    if (WrongSetting.finds(connection, SETTINGS + "'WRITE_DELAY' AND SETTING_VALUE <> '0'")) {
      found.add(
          StoreWarning.unsafeCommits("WRITE_DELAY is not 0 (append ;WRITE_DELAY=0 to the URL)"));
    }
    if (WrongSetting.finds(connection, SETTINGS + "'REUSE_SPACE' AND SETTING_VALUE = 'true'")) {
      // In two of twelve kills, each after a minute of commits, commits were lost.
      found.add(
          StoreWarning.unsafeCommits(
              "REUSE_SPACE is not false: H2 overwrites parts of its file that it needs after a"
                  + " kill (append ;REUSE_SPACE=FALSE to the URL)"));
    }
    return found;
  }

  @Override
  public Instant now(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT " + NOW)) {
      rows.next();
      return rows.getObject(1, OffsetDateTime.class).toInstant();
    }
  }

  @Override
  public boolean canNotify() {
    return false;
  }

  @Override
  public boolean commitsEachMigration() {
    return true;
  }

  /**
   * H2's DDL on several connections at once sometimes fails in H2 itself, and no database lock
   * survives DDL. Nodes of one process, the usual case with H2, take turns here.
   */
  @Override
  public void lockSchema(Connection connection) {
    SCHEMA.lock();
  }

  @Override
  public void unlockSchema(Connection connection) {
    SCHEMA.unlock();
  }
}
