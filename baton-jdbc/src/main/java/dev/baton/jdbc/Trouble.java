package dev.baton.jdbc;

import dev.baton.api.StoreUnavailableException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.regex.Pattern;

/** Says what is wrong with the database or its pool, and what to do about it. */
final class Trouble {
  /** The loops of a node that use the database, besides four for each bucket. */
  private static final int LOOPS = 11;

  private static final String QUERY_CANCELED = "57014";

  private static final Pattern WAITED_IN_VAIN =
      Pattern.compile("timed out|timeout|exhausted|pool empty", Pattern.CASE_INSENSITIVE);

  private Trouble() {}

  /** Whether a statement took longer than it was given. */
  static boolean isGivenUp(SQLException e) {
    return e instanceof SQLTimeoutException || QUERY_CANCELED.equals(e.getSQLState());
  }

  /** A statement failed. */
  static StoreUnavailableException unavailable(
      String doing, SQLException e, Dialect dialect, Duration networkTimeout) {
    String advice = advice(e, dialect, networkTimeout);
    String state = e.getSQLState() == null ? "none" : e.getSQLState();
    return new StoreUnavailableException(
        doing
            + " failed: "
            + e.getMessage()
            + " (SQLState "
            + state
            + ", code "
            + e.getErrorCode()
            + ")"
            + (advice.isEmpty() ? "" : ". " + advice),
        e);
  }

  private static String advice(SQLException e, Dialect dialect, Duration networkTimeout) {
    if (dialect.isReadOnly(e)) {
      return "The database takes no writes now: a standby, a failover under way, or set to read"
          + " only. Nothing was written; Baton goes on by itself when it can be written to. If it"
          + " stays so, check that the URL leads to the primary";
    }
    if (isCausedBy(e, SocketTimeoutException.class)) {
      return "No answer came for "
          + networkTimeout.toMillis()
          + " ms (the network timeout of Baton's verbs, or the driver's own): the network or the"
          + " database hangs, or another transaction holds a lock. The connection was closed;"
          + " whether the change was made is unknown, and Baton finds out by itself";
    }
    return dialect.advice(e);
  }

  /** No connection could be had. */
  static StoreUnavailableException noConnection(String doing, SQLException e) {
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
  static boolean isExhausted(SQLException e) {
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
   * that has become a standby, where a new one may lead to the primary.
   */
  static boolean spoils(SQLException e, Dialect dialect) {
    String state = e.getSQLState();
    return (state != null && state.startsWith("08"))
        || isCausedBy(e, IOException.class)
        || dialect.isReadOnly(e);
  }

  /** Closes it under its pool's hands, which then gives it to nobody else. */
  static void discard(Connection connection) {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      // Gone already.
    }
  }

  /** Discards the connection of a transaction that failed for a reason that would stay with it. */
  static void discardIfSpoiled(Connection connection, Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException e) {
        try {
          if (spoils(e, Dialect.of(connection))) {
            discard(connection);
          }
        } catch (SQLException gone) {
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
