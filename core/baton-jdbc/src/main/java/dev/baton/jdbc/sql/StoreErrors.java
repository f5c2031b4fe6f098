package dev.baton.jdbc.sql;

import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.error.StoreBusyException;
import dev.baton.api.error.StoreException;
import dev.baton.api.error.StoreUnavailableException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * Creates the exceptions of the stores. Their messages say what is wrong with the database or the
 * pool, and what to do.
 */
public final class StoreErrors {
  /** Number of a node's loops that use the database, not counting the four of each bucket. */
  private static final int LOOPS = 11;

  private static final Pattern WAITED_IN_VAIN =
      Pattern.compile("timed out|timeout|exhausted|pool empty", Pattern.CASE_INSENSITIVE);

  private StoreErrors() {}

  /** Returns the exception for a failed statement. */
  static StoreException failed(String doing, SQLException e, Duration networkTimeout) {
    if (SqlErrors.meaning(e) == SqlErrors.Meaning.REFUSED) {
      return refused(doing, e);
    }
    String advice = advice(e, networkTimeout);
    String message =
        doing + " failed: " + e.getMessage() + codes(e) + (advice.isEmpty() ? "" : ". " + advice);
    return SqlErrors.isConflict(e)
        ? new StoreBusyException(message, e)
        : new StoreUnavailableException(message, e);
  }

  /**
   * Returns the exception for values that the database has refused. It leaves out the database's
   * own message if that may quote a value, because the exception is logged and stored as the task's
   * error.
   */
  private static RequestRefusedException refused(String doing, SQLException e) {
    String message = doing + " was refused: " + reason(e) + codes(e);
    SQLException cause = new SQLException(message, e.getSQLState(), e.getErrorCode());
    cause.setStackTrace(e.getStackTrace());
    return new RequestRefusedException(message, cause);
  }

  private static String reason(SQLException e) {
    if (SqlErrors.isTooLarge(e)) {
      return String.valueOf(e.getMessage()).replaceFirst("\\.$", "")
          + ". Set max_allowed_packet of the server to at least 40M (a payload may have 16M, and is"
          + " sent escaped), or store it elsewhere and put a reference into the task";
    }
    if (SqlErrors.isUntranslatable(e)) {
      return "it has a character that is missing from the encoding of the database or column: use a"
          + " database whose encoding is UTF8 (PostgreSQL) or utf8mb4 (MariaDB, MySQL)";
    }
    String state = String.valueOf(e.getSQLState());
    if (state.startsWith("23") || state.startsWith("54")) {
      // In the first line, PostgreSQL names the constraint or the limit. The next lines quote the
      // row.
      return e.getErrorCode() == 0 && !(e instanceof BatchUpdateException)
          ? String.valueOf(e.getMessage()).lines().findFirst().orElse("")
          : "a constraint of the database forbids it";
    }
    return "the database doesn't accept the value, or one of its rules or triggers forbids it";
  }

  /** Returns whether the write may succeed with fewer rows, or without one of them. */
  public static boolean mayBeForItsRows(StoreException e) {
    return e instanceof RequestRefusedException
        || (e.getCause() instanceof SQLException cause && SqlErrors.mayBeForItsRows(cause));
  }

  private static String codes(SQLException e) {
    String state = e.getSQLState() == null ? "none" : e.getSQLState();
    return " (SQLState " + state + ", code " + e.getErrorCode() + ")";
  }

  private static String advice(SQLException e, Duration networkTimeout) {
    if (SqlErrors.isReadOnly(e)) {
      return "The database takes no writes now: it is a standby, in a failover, or set to read"
          + " only. Nothing was written; Baton continues when writes are possible again. If it"
          + " stays read-only, check that the URL leads to the primary";
    }
    if (SqlErrors.isMissing(e)) {
      return "The database can be reached, but one of Baton's tables, columns or indexes is"
          + " missing: it was dropped or renamed, or these connections use another schema. Create"
          + " it again as in classpath:db/baton";
    }
    if (isCausedBy(e, SocketTimeoutException.class)) {
      return "No response arrived for "
          + networkTimeout.toMillis()
          + " ms (the network timeout of Baton's operations, or the driver's own): the network or the"
          + " database hangs, or another transaction has a lock. The connection was closed;"
          + " the change may or may not have been made, and Baton finds out later";
    }
    return "";
  }

  /** Returns the exception to throw if there is no connection. */
  public static StoreUnavailableException noConnection(String doing, SQLException e) {
    String advice =
        isExhausted(e)
            ? "Every connection of the pool is in use. Baton itself needs up to "
                + LOOPS
                + " and four more for each bucket, plus one for each transactional handler that"
                + " runs and one for each open transaction of yours: give the pool more connections"
                + " (HikariCP: maximumPoolSize), or keep transactions shorter"
            : "Check the URL, the user, and that the database runs and has connections to spare";
    return new StoreUnavailableException(
        doing + " failed because it got no connection: " + e.getMessage() + ". " + advice, e);
  }

  /**
   * Returns whether the pool timed out because all its connections are in use. Each pool has
   * another message for this.
   */
  public static boolean isExhausted(SQLException e) {
    for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException || cause instanceof IOException) {
        return false;
      }
    }
    String state = e.getSQLState();
    boolean refused = state != null && (state.startsWith("08") || state.startsWith("28"));
    return !refused
        && (e instanceof SQLTransientConnectionException
            || e instanceof SQLTimeoutException
            || WAITED_IN_VAIN.matcher(String.valueOf(e.getMessage())).find());
  }

  /**
   * Returns whether the connection must not be used again. Its state may be unknown. Or its server
   * has become a standby, and a new connection may lead to the primary. MariaDB's driver may also
   * have opened a new session (25S03), which doesn't have the connection's settings.
   */
  static boolean spoils(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    return state.startsWith("08")
        || state.equals("25S03")
        || SqlErrors.isCausedByIo(e)
        || SqlErrors.isReadOnly(e);
  }

  /**
   * Discards the connection of a failed transaction if it must not be used again. Returns true if
   * the connection was discarded.
   */
  public static boolean discardIfSpoiled(
      DataSource source, Connection connection, Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException e) {
        if (spoils(e)) {
          PooledConnection.discard(source, connection);
          return true;
        }
        return false;
      }
    }
    return false;
  }

  private static boolean isCausedBy(SQLException e, Class<? extends Throwable> type) {
    for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return true;
      }
    }
    return false;
  }
}
