package dev.baton.jdbc.sql;

import dev.baton.task.internal.Texts;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides what an error of the database means. It is one table of SQLSTATEs and vendor codes for
 * PostgreSQL, MariaDB, MySQL, H2 and their drivers. docs/databases.md shows the same table.
 *
 * <p>A vendor code counts before a SQLSTATE, and a full SQLSTATE before its class. The codes are
 * needed because SQLSTATEs are not precise: MariaDB reports 08S01 for a packet that is too large,
 * and the drivers of H2 and MySQL report HY000 for many errors.
 */
public final class SqlErrors {

  /** The effect of a failed statement or commit, and whether to try it again. */
  public enum Meaning {
    /**
     * The database refuses the values, or their combination with stored ones. Nothing was written,
     * and another try fails, too.
     */
    REFUSED,
    /**
     * Another transaction was in the way. Nothing was written, and another try may succeed at once.
     */
    BUSY,
    /** The database can't write now, or its tables or rights are wrong. Nothing was written. */
    UNAVAILABLE,
    /** The connection or the server failed. The change may have been written or not. */
    UNKNOWN
  }

  private static final Set<Integer> DUPLICATE_KEY_CODES = Set.of(1062, 1586, 23505);
  private static final Set<Integer> UNDOING_CODES = Set.of(1213, 1020, 1206, 40001);
  private static final Set<Integer> LOCK_TIMEOUT_CODES = Set.of(1205, 50200);
  private static final Set<Integer> TIME_OVER_CODES = Set.of(1969, 3024);
  private static final Set<Integer> READ_ONLY_CODES = Set.of(1792, 1836, 90097);

  /**
   * The states of PostgreSQL, then of MariaDB, MySQL and H2, then of H2 for a table with a similar
   * name and for a database without tables.
   */
  private static final Set<String> MISSING_STATES =
      Set.of("42P01", "42703", "42S02", "42S22", "42S03", "42S04");

  /** The code of MariaDB and MySQL for a statement that names a missing index in FORCE INDEX. */
  private static final Set<Integer> MISSING_CODES = Set.of(1176);

  /**
   * The error code that MariaDB and MySQL return when any server option forbids a statement. Here
   * only the option read_only counts.
   */
  private static final int OPTION_FORBIDS = 1290;

  private static final int PACKET_TOO_LARGE = 1153;

  /** Vendor codes: MariaDB and MySQL use four digits, H2 five; PostgreSQL has none. */
  private static final List<ErrorRule> BY_CODE =
      List.of(
          ErrorRule.codes(
              Meaning.BUSY,
              1205, // lock wait timeout
              1213, // deadlock, or a conflict in a Galera cluster
              1020, // the row has changed since the snapshot (innodb_snapshot_isolation)
              1412, // the table was altered since the snapshot
              40001, // H2: deadlock
              50200, // H2: lock timeout
              90131), // H2: the row has changed
          ErrorRule.codes(
              Meaning.REFUSED,
              PACKET_TOO_LARGE,
              1162, // a string longer than max_allowed_packet
              1301, // a function's result is longer than max_allowed_packet
              1118, // the row is too large
              1197, // the transaction is larger than max_binlog_cache_size
              1175, // sql_safe_updates
              1265, // truncated
              1264, // out of range
              1292, // truncated
              1300, // not a string of that character set
              1364, // a column without a default
              1366, // a character missing from the column's character set
              1406, // too long
              1526, // no partition for the value
              1644, // SIGNAL, for example in a trigger
              3819, // MySQL: a CHECK
              3988, // MySQL: a character missing from the column's character set
              4025, // MariaDB: a CHECK
              90044), // H2: a trigger failed
          ErrorRule.codes(
              Meaning.UNAVAILABLE,
              1021, // disk full
              1114, // the table is full
              1037, // out of memory
              1038,
              1041,
              1661, // the server's binlog_format forbids the statement
              1662,
              1663,
              1664,
              1665,
              1666,
              1792, // a read-only transaction
              1836, // read-only mode
              1969, // MariaDB: max_statement_time
              3024, // MySQL: max_execution_time
              90097)); // H2: read only

  private static final List<ErrorRule> BY_STATE =
      List.of(
          ErrorRule.states(
              Meaning.UNKNOWN,
              "08", // the connection failed
              "40003", // the standard's "completion unknown"
              "25S03", // MariaDB's driver with several hosts: reconnected, maybe at a COMMIT
              "25P03", // idle too long in a transaction: the server closed the connection
              "25P04", // the transaction took too long: the server closed the connection
              "57P", // the server is shutting down, or crashed
              "57015", // MySQL's driver: the session is gone
              "58", // the server's operating system failed
              "70100", // MariaDB, MySQL: the connection or the statement was killed
              "XX"), // PostgreSQL: an internal error
          ErrorRule.states(Meaning.REFUSED, "40002"), // a deferred constraint, at the commit
          ErrorRule.states(
              Meaning.BUSY,
              "40", // serialization failure, deadlock
              "55P03", // PostgreSQL: lock timeout
              "HYT00"), // H2: lock timeout
          ErrorRule.states(
              Meaning.REFUSED,
              "21", // more than one row
              "22", // the value: too long, out of range, a character not in the encoding
              "23", // a constraint
              "27", // a trigger changed the row to be changed
              "38", // a function failed
              "39", // a function was called incorrectly
              "44", // a view's CHECK
              "45", // SIGNAL, for example in a trigger
              "54", // PostgreSQL: larger than a row or an index allows
              "HZ000", // MariaDB's driver: larger than max_allowed_packet
              "P0"), // PostgreSQL: RAISE, for example in a trigger
          ErrorRule.states(
              Meaning.UNAVAILABLE,
              "0A", // not supported
              "25", // the transaction is read only, or has failed before
              "26", // no such prepared statement, for example behind a pooler
              "28", // not allowed to connect
              "34", // no such cursor
              "3D", // no such database
              "3F", // no such schema
              "42", // a table, column or right is missing
              "53", // disk full, out of memory, too many connections
              "55", // wrong state for the operation
              "57014")); // the statement exceeded its time limit

  /**
   * Codes for too many connections. The SQLSTATEs of these errors also occur for errors of
   * statements.
   */
  private static final Set<Integer> NO_CONNECTION_CODES = Set.of(1203, 1226);

  /**
   * Further states of errors that may concern only one row, for example because of a trigger or a
   * damaged row. A missing table or right has the same states and concerns all rows.
   */
  private static final List<String> OF_A_ROW =
      List.of("0A", "3F", "42", "55", "58", "90105", "F0", "HV", "HY", "XX");

  private SqlErrors() {}

  /** Returns the meaning of an error of a statement or a commit. */
  public static Meaning meaning(SQLException e) {
    if (isTooLarge(e)) {
      return Meaning.REFUSED;
    }
    if (isReadOnly(e)) {
      return Meaning.UNAVAILABLE;
    }
    for (ErrorRule rule : BY_CODE) {
      if (rule.codes().contains(e.getErrorCode())) {
        return rule.meaning();
      }
    }
    Meaning meaning = byState(e.getSQLState());
    // A driver that has lost the network reports UNKNOWN or a similar state. If it can't send a
    // value, it reports a state that means REFUSED.
    return meaning != Meaning.REFUSED && isCausedByIo(e) ? Meaning.UNKNOWN : meaning;
  }

  /**
   * Returns whether a write may succeed with fewer rows, or without one of them. This is true if
   * the database refused a row or failed at one, if the time limit was exceeded, or if another
   * transaction kept a lock too long.
   */
  public static boolean mayBeForItsRows(SQLException e) {
    Meaning meaning = meaning(e);
    if (meaning == Meaning.REFUSED || meaning == Meaning.BUSY || isTimedOut(e)) {
      return true;
    }
    int code = e.getErrorCode();
    boolean isOfAll =
        isReadOnly(e)
            || isCausedByIo(e)
            || NO_CONNECTION_CODES.contains(code)
            || BY_CODE.stream().anyMatch(rule -> rule.codes().contains(code));
    String state = String.valueOf(e.getSQLState());
    return !isOfAll && OF_A_ROW.stream().anyMatch(state::startsWith);
  }

  private static Meaning byState(@Nullable String state) {
    for (ErrorRule rule : BY_STATE) {
      if (state != null && rule.states().stream().anyMatch(state::startsWith)) {
        return rule.meaning();
      }
    }
    return Meaning.UNKNOWN;
  }

  /** Returns whether a concurrent transaction was the cause, so that another try may succeed. */
  public static boolean isConflict(SQLException e) {
    return meaning(e) == Meaning.BUSY;
  }

  /** Returns whether a row with the same key already exists. */
  public static boolean isDuplicateKey(SQLException e) {
    return "23505".equals(e.getSQLState()) || DUPLICATE_KEY_CODES.contains(e.getErrorCode());
  }

  /**
   * Returns whether the server has rolled back the whole transaction. The next statement then
   * begins another one. MariaDB and MySQL do this after a deadlock, if a row has changed since the
   * snapshot, or if there are too many locks. H2 rolls back after a deadlock. PostgreSQL doesn't
   * need this check, because after any error it refuses all further statements.
   */
  public static boolean undoesTransaction(SQLException e) {
    return UNDOING_CODES.contains(e.getErrorCode());
  }

  /** Returns whether a row stayed locked for longer than the connection waits for a lock. */
  public static boolean isLockTimeout(SQLException e) {
    return "55P03".equals(e.getSQLState()) || LOCK_TIMEOUT_CODES.contains(e.getErrorCode());
  }

  /** Returns whether the database currently refuses writes, for example because it is a standby. */
  public static boolean isReadOnly(SQLException e) {
    return "25006".equals(e.getSQLState())
        || READ_ONLY_CODES.contains(e.getErrorCode())
        || (e.getErrorCode() == OPTION_FORBIDS
            && String.valueOf(e.getMessage()).replace('_', '-').contains("read-only"));
  }

  /** Returns whether a table, column or index in the statement doesn't exist. */
  public static boolean isMissing(SQLException e) {
    return MISSING_STATES.contains(String.valueOf(e.getSQLState()))
        || MISSING_CODES.contains(e.getErrorCode());
  }

  /** Returns whether the server ended a statement because it exceeded its time limit. */
  public static boolean isTimedOut(SQLException e) {
    return !isCausedByIo(e)
        && (e instanceof SQLTimeoutException
            || "57014".equals(e.getSQLState())
            || TIME_OVER_CODES.contains(e.getErrorCode()));
  }

  /**
   * Returns whether a statement is larger than MariaDB or MySQL accepts. Some drivers say this only
   * in the message.
   */
  static boolean isTooLarge(SQLException e) {
    return e.getErrorCode() == PACKET_TOO_LARGE
        || String.valueOf(e.getMessage()).contains("max_allowed_packet");
  }

  /**
   * Returns whether the encoding of the database or column doesn't have a character of the value.
   */
  public static boolean isUntranslatable(SQLException e) {
    int code = e.getErrorCode();
    return "22P05".equals(e.getSQLState())
        || "22021".equals(e.getSQLState())
        || code == 1366
        || code == 1300
        || code == 3988;
  }

  /** Returns whether a network error caused this error. */
  static boolean isCausedByIo(SQLException e) {
    for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the exception as a SQLException. Any other exception becomes a connection error.
   * MariaDB's driver for several hosts may throw a NullPointerException while it reconnects.
   */
  public static SQLException ofDriver(Exception e) {
    return e instanceof SQLException told
        ? told
        : new SQLException("The driver failed: " + Texts.said(e), "08000", e);
  }

  /**
   * Returns an error that says that a part of the batch was committed. The error means that the
   * result of the whole batch is unknown.
   */
  public static SQLException inPart(SQLException failure) {
    return new SQLException("A part of the batch was written, the rest not", "40003", failure);
  }

  /**
   * Returns the error for a statement that is larger than the server accepts. The error doesn't
   * mean that the connection is broken.
   */
  static SQLException tooLarge(long bytes, long most) {
    return new SQLException(
        "The statement has about "
            + bytes
            + " bytes, and the server takes "
            + most
            + " at once (max_allowed_packet)",
        "HZ000",
        PACKET_TOO_LARGE);
  }

  /** A rule of the table. It applies to these codes, or to SQLSTATEs with these prefixes. */
  private record ErrorRule(Meaning meaning, Set<Integer> codes, List<String> states) {
    static ErrorRule codes(Meaning meaning, Integer... codes) {
      return new ErrorRule(meaning, Set.of(codes), List.of());
    }

    static ErrorRule states(Meaning meaning, String... states) {
      return new ErrorRule(meaning, Set.of(), List.of(states));
    }
  }
}
