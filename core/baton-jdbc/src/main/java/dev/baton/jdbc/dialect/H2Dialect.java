package dev.baton.jdbc.dialect;

import dev.baton.operate.cluster.StoreWarning;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The dialect of H2 2.2 and later. */
final class H2Dialect implements Dialect {
  /**
   * The beginning of a query of H2's settings. Its names are in capitals, because H2 may
   * distinguish upper and lower case.
   */
  private static final String SETTINGS =
      "SELECT 1 FROM INFORMATION_SCHEMA.SETTINGS WHERE SETTING_NAME = ";

  /**
   * The modes of H2 in which Baton works. In other modes, LIMIT or an empty text has another
   * meaning.
   */
  private static final String MODES =
      "('REGULAR', 'LEGACY', 'POSTGRESQL', 'MYSQL', 'MARIADB', 'DB2', 'HSQLDB')";

  /**
   * The current time: the start of the statement, because H2's CURRENT_TIMESTAMP never changes
   * within a transaction.
   */
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
        Map.entry("later", "DATEADD(MICROSECOND, baton_key.hold_micros, t.created_at)"));
  }

  /** Removes the timeout. H2 keeps it for the whole connection, which the engine uses next. */
  @Override
  public void forgetTimeout(PreparedStatement statement) {
    try {
      statement.setQueryTimeout(0);
    } catch (SQLException broken) {
      // The error of the query is the useful one. This broken connection runs no further statement.
    }
  }

  @Override
  public boolean hasCheapStatements() {
    return true;
  }

  @Override
  public boolean takenKeyPoisons(int isolation) {
    return false;
  }

  @Override
  public boolean hidesLaterRows(int isolation) {
    return isolation > Connection.TRANSACTION_REPEATABLE_READ;
  }

  @Override
  public Optional<LockWait> lockWait() {
    return Optional.of(new LockWait("SELECT LOCK_TIMEOUT()", "SET LOCK_TIMEOUT %s", "100"));
  }

  /**
   * Also checks the collation. H2 has one collation for all columns. Different names that it
   * considers equal would conflict.
   */
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
      // In a test, two of twelve kills after a minute of commits lost some of the commits.
      found.add(
          StoreWarning.unsafeCommits(
              "REUSE_SPACE is not false: H2 overwrites parts of its file that it needs after a"
                  + " kill (append ;REUSE_SPACE=FALSE to the URL)"));
    }
    return found;
  }
}
