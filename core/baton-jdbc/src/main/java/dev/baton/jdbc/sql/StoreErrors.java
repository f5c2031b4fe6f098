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

/**
 * Makes the exceptions of the store: what is wrong with the database or its pool, and what to do.
 */
public final class StoreErrors {
  /** The loops of a node that use the database, besides four for each bucket. */
  private static final int LOOPS = 11;

  private static final Pattern WAITED_IN_VAIN =
      Pattern.compile("timed out|timeout|exhausted|pool empty", Pattern.CASE_INSENSITIVE);

  private StoreErrors() {}

  /** A statement failed. */
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
   * The database refused what was to be stored. Its own words aren't told where they may quote it,
   * nor is its exception: both go to logs, and into the task's error text.
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
      return "it has a character that the encoding of the database, or of the column, lacks: use a"
          + " database whose encoding is UTF8 (PostgreSQL) or utf8mb4 (MariaDB, MySQL)";
    }
    String state = String.valueOf(e.getSQLState());
    if (state.startsWith("23") || state.startsWith("54")) {
      // PostgreSQL names the constraint, or the limit, in its first line and quotes the row below.
      return e.getErrorCode() == 0 && !(e instanceof BatchUpdateException)
          ? String.valueOf(e.getMessage()).lines().findFirst().orElse("")
          : "a constraint of the database forbids it";
    }
    return "the database takes no such value, or a rule or trigger of it forbids it";
  }

  /** Whether what failed may succeed for fewer of its rows, or for all but one. */
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
      return "The database takes no writes now: a standby, a failover under way, or set to read"
          + " only. Nothing was written; Baton goes on by itself when it can be written to. If it"
          + " stays so, check that the URL leads to the primary";
    }
    if (SqlErrors.isMissing(e)) {
      return "The database can be reached, but a table, column or index of Baton's is missing: it was"
          + " dropped or renamed, or these connections look in another schema. Make it again as"
          + " classpath:db/baton has it";
    }
    if (isCausedBy(e, SocketTimeoutException.class)) {
      return "No answer came for "
          + networkTimeout.toMillis()
          + " ms (the network timeout of Baton's verbs, or the driver's own): the network or the"
          + " database hangs, or another transaction holds a lock. The connection was closed;"
          + " whether the change was made is unknown, and Baton finds out by itself";
    }
    return "";
  }

  /** No connection could be had. */
  public static StoreUnavailableException noConnection(String doing, SQLException e) {
    String advice =
        isExhausted(e)
            ? "Every connection of the pool is taken. Baton itself wants up to "
                + LOOPS
                + " and four more for each bucket, besides one for each transactional handler that"
                + " runs and for each open transaction of your own: let the pool have more"
                + " (HikariCP: maximumPoolSize), or keep transactions shorter"
            : "Check the URL, the user, and that the database runs and has connections to spare";
    return new StoreUnavailableException(
        doing + " failed for want of a connection: " + e.getMessage() + ". " + advice, e);
  }

  /** Whether a pool waited in vain for one of its own to come back; pools differ in their words. */
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
   * Whether the connection mustn't be used again: its state is unknown, or it leads to a server
   * that has become a standby, where a new one may lead to the primary. MariaDB's driver may have
   * made a new one behind it (25S03), which has none of the session's settings.
   */
  static boolean spoils(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    return state.startsWith("08")
        || state.equals("25S03")
        || SqlErrors.isCausedByIo(e)
        || SqlErrors.isReadOnly(e);
  }

  /** Closes it under its pool's hands, which then gives it to nobody else. */
  public static void discard(Connection connection) {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      // Gone already.
    }
  }

  /** Discards the connection of a transaction that failed for a reason that would stay with it. */
  public static void discardIfSpoiled(Connection connection, Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException e) {
        if (spoils(e)) {
          discard(connection);
        }
        return;
      }
    }
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
