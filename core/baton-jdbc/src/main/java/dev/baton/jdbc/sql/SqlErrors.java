package dev.baton.jdbc.sql;

import dev.baton.task.internal.Texts;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a database's error means for what was asked of it: one table of SQLSTATEs and vendor codes
 * for PostgreSQL, MariaDB, MySQL and H2 and their drivers. docs/databases.md shows the same table.
 *
 * <p>A vendor code goes before a SQLSTATE, and a whole SQLSTATE before its class: MariaDB says
 * 08S01 of a packet that is too large, and the drivers of H2 and MySQL say HY000 of much.
 */
public final class SqlErrors {

  /** What became of the statement or commit that failed, and what to do next. */
  public enum Meaning {
    /** Nothing was written, and never will be: the values, or what they meet, are refused. */
    REFUSED,
    /** Nothing was written: another transaction was in the way. The same may succeed at once. */
    BUSY,
    /** Nothing was written: the database can't now, or isn't set up for it. */
    UNAVAILABLE,
    /** The connection or the server failed first: it may or may not have been written. */
    UNKNOWN
  }

  private static final Set<Integer> DUPLICATE_KEY_CODES = Set.of(1062, 1586, 23505);
  private static final Set<Integer> UNDOING_CODES = Set.of(1213, 1020, 1206, 40001);
  private static final Set<Integer> LOCK_TIMEOUT_CODES = Set.of(1205, 50200);
  private static final Set<Integer> TIME_OVER_CODES = Set.of(1969, 3024);
  private static final Set<Integer> READ_ONLY_CODES = Set.of(1792, 1836, 90097);

  /** PostgreSQL, then MariaDB, MySQL and H2. */
  private static final Set<String> MISSING_STATES = Set.of("42P01", "42703", "42S02", "42S22");

  /** MariaDB's and MySQL's for an index that FORCE INDEX names. */
  private static final Set<Integer> MISSING_CODES = Set.of(1176);

  /** MariaDB's and MySQL's for any option that forbids a statement: of those, read_only counts. */
  private static final int OPTION_FORBIDS = 1290;

  private static final int PACKET_TOO_LARGE = 1153;

  /** Vendor codes: four digits are MariaDB's and MySQL's, five H2's; PostgreSQL has none. */
  private static final List<Rule> BY_CODE =
      List.of(
          Rule.codes(
              Meaning.BUSY,
              1205, // lock wait timeout
              1213, // deadlock, or a conflict in a Galera cluster
              1020, // the row has changed since the snapshot (innodb_snapshot_isolation)
              1412, // the table was altered since the snapshot
              40001, // H2: deadlock
              50200, // H2: lock timeout
              90131), // H2: the row has changed
          Rule.codes(
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
              1366, // a character that the column's set lacks
              1406, // too long
              1526, // no partition for the value
              1644, // SIGNAL, as a trigger does
              3819, // MySQL: a CHECK
              3988, // MySQL: a character that the column's set lacks
              4025, // MariaDB: a CHECK
              90044), // H2: a trigger failed
          Rule.codes(
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

  private static final List<Rule> BY_STATE =
      List.of(
          Rule.states(
              Meaning.UNKNOWN,
              "08", // the connection failed
              "40003", // the standard's "completion unknown"
              "25S03", // MariaDB's driver with several hosts: connected anew, maybe at a COMMIT
              "25P03", // idle too long in a transaction: the server hung up
              "25P04", // the transaction took too long: the server hung up
              "57P", // the server is shutting down, or fell
              "57015", // MySQL's driver: the session is gone
              "58", // the server's own system failed
              "70100", // MariaDB, MySQL: the connection or the statement was killed
              "XX"), // PostgreSQL: an internal error
          Rule.states(Meaning.REFUSED, "40002"), // a deferred constraint, at the commit
          Rule.states(
              Meaning.BUSY,
              "40", // serialization failure, deadlock
              "55P03", // PostgreSQL: lock timeout
              "HYT00"), // H2: lock timeout
          Rule.states(
              Meaning.REFUSED,
              "21", // more rows than one
              "22", // the value itself: too long, out of range, a character that isn't there
              "23", // a constraint
              "27", // a trigger changed what was to be changed
              "38", // a function failed
              "39", // a function was called in a wrong way
              "44", // a view's CHECK
              "45", // SIGNAL, as a trigger does
              "54", // PostgreSQL: larger than a row or an index takes
              "HZ000", // MariaDB's driver: larger than max_allowed_packet, which it was told
              "P0"), // PostgreSQL: RAISE, as a trigger does
          Rule.states(
              Meaning.UNAVAILABLE,
              "0A", // not supported
              "25", // the transaction is read only, or has failed before
              "26", // no such prepared statement, as behind a pooler
              "28", // not allowed to connect
              "34", // no such cursor
              "3D", // no such database
              "3F", // no such schema
              "42", // a table, column or right is missing
              "53", // disk full, out of memory, too many connections
              "55", // not in a state for it
              "57014")); // the statement took longer than it was given

  /** Too many connections: of these states, and yet of no statement. */
  private static final Set<Integer> NO_CONNECTION_CODES = Set.of(1203, 1226);

  /**
   * Beside what is refused: what a trigger or a damaged row may fail with, for one row of many. A
   * table or right that is missing for all says the same.
   */
  private static final List<String> OF_A_ROW =
      List.of("0A", "3F", "42", "55", "58", "90105", "F0", "HV", "HY", "XX");

  private SqlErrors() {}

  /** What the error of a statement or a commit means. */
  public static Meaning meaning(SQLException e) {
    if (isTooLarge(e)) {
      return Meaning.REFUSED;
    }
    if (isReadOnly(e)) {
      return Meaning.UNAVAILABLE;
    }
    for (Rule rule : BY_CODE) {
      if (rule.codes().contains(e.getErrorCode())) {
        return rule.meaning();
      }
    }
    Meaning meaning = byState(e.getSQLState());
    // A driver that lost the network says so; one that can't send a value has a state for it.
    return meaning != Meaning.REFUSED && isCausedByIo(e) ? Meaning.UNKNOWN : meaning;
  }

  /**
   * Whether fewer of the rows may be written, or all but one: the database refused a row or failed
   * at one, its time was over, or others had a lock for too long.
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
    for (Rule rule : BY_STATE) {
      if (state != null && rule.states().stream().anyMatch(state::startsWith)) {
        return rule.meaning();
      }
    }
    return Meaning.UNKNOWN;
  }

  /** Refused because of a concurrent transaction: the same again may well succeed. */
  public static boolean isConflict(SQLException e) {
    return meaning(e) == Meaning.BUSY;
  }

  /** Whether a key is there already. */
  public static boolean isDuplicateKey(SQLException e) {
    return "23505".equals(e.getSQLState()) || DUPLICATE_KEY_CODES.contains(e.getErrorCode());
  }

  /**
   * Whether the server has rolled back the whole transaction, and the next statement begins another
   * one: MariaDB and MySQL at a deadlock, a row that has changed since the snapshot, or when there
   * are too many locks; H2 at a deadlock. PostgreSQL refuses all that comes after any error.
   */
  public static boolean undoesTransaction(SQLException e) {
    return UNDOING_CODES.contains(e.getErrorCode());
  }

  /** Whether a row stayed locked for longer than the connection waits for one. */
  public static boolean isLockTimeout(SQLException e) {
    return "55P03".equals(e.getSQLState()) || LOCK_TIMEOUT_CODES.contains(e.getErrorCode());
  }

  /** Whether the database takes no writes now, as a standby does. */
  public static boolean isReadOnly(SQLException e) {
    return "25006".equals(e.getSQLState())
        || READ_ONLY_CODES.contains(e.getErrorCode())
        || (e.getErrorCode() == OPTION_FORBIDS
            && String.valueOf(e.getMessage()).replace('_', '-').contains("read-only"));
  }

  /** Whether a table, column or index that the statement names does not exist. */
  public static boolean isMissing(SQLException e) {
    return MISSING_STATES.contains(String.valueOf(e.getSQLState()))
        || MISSING_CODES.contains(e.getErrorCode());
  }

  /** Whether the server ended a statement that took longer than it was given. */
  public static boolean isTimedOut(SQLException e) {
    return !isCausedByIo(e)
        && (e instanceof SQLTimeoutException
            || "57014".equals(e.getSQLState())
            || TIME_OVER_CODES.contains(e.getErrorCode()));
  }

  /** Whether a statement is larger than MariaDB or MySQL takes at once; drivers say it in words. */
  static boolean isTooLarge(SQLException e) {
    return e.getErrorCode() == PACKET_TOO_LARGE
        || String.valueOf(e.getMessage()).contains("max_allowed_packet");
  }

  /** Whether a character isn't in the encoding of the database or the column. */
  public static boolean isUntranslatable(SQLException e) {
    int code = e.getErrorCode();
    return "22P05".equals(e.getSQLState())
        || "22021".equals(e.getSQLState())
        || code == 1366
        || code == 1300
        || code == 3988;
  }

  /** Whether the network failed under the driver. */
  static boolean isCausedByIo(SQLException e) {
    for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException) {
        return true;
      }
    }
    return false;
  }

  /**
   * What a driver threw, as an error of its connection where it is none of the database: MariaDB's
   * driver with several hosts throws a NullPointerException when it connects anew in a bad moment.
   */
  public static SQLException ofDriver(Exception e) {
    return e instanceof SQLException told
        ? told
        : new SQLException("The driver failed: " + Texts.said(e), "08000", e);
  }

  /** Statements before this one are committed: what is to be told is neither yes nor no. */
  public static SQLException inPart(SQLException failure) {
    return new SQLException("A part of the batch was written, the rest not", "40003", failure);
  }

  /**
   * A statement of so many bytes, where the server takes fewer at once; says nothing of the link.
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

  /** One row of the table: any of these codes, or of these beginnings of a SQLSTATE. */
  private record Rule(Meaning meaning, Set<Integer> codes, List<String> states) {
    static Rule codes(Meaning meaning, Integer... codes) {
      return new Rule(meaning, Set.of(codes), List.of());
    }

    static Rule states(Meaning meaning, String... states) {
      return new Rule(meaning, Set.of(), List.of(states));
    }
  }
}
