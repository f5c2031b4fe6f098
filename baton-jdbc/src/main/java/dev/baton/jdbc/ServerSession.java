package dev.baton.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The server's session that a connection had when a transaction began. MariaDB's driver with
 * several hosts makes a new one when it loses a connection: it tells the statement that meets the
 * loss (25S03), and runs those after it in a new transaction. Where code passes over that error,
 * the commit would be of the second half alone.
 */
final class ServerSession {
  private static final String MARIADB = "org.mariadb.jdbc.Connection";
  private static final long UNKNOWN = -1;

  private final long number;

  private ServerSession(long number) {
    this.number = number;
  }

  static ServerSession of(Connection connection) {
    return new ServerSession(numberOf(connection));
  }

  /** Whether the driver has made another one since; no where that can't be known. */
  boolean isLeft(Connection connection) {
    return number != UNKNOWN && numberOf(connection) != number;
  }

  /** What the driver knows without asking the server. */
  private static long numberOf(Connection connection) {
    try {
      Connection own = connection.unwrap(Connection.class);
      if (!own.getClass().getName().equals(MARIADB)) {
        return UNKNOWN;
      }
      Method threadId = own.getClass().getMethod("getThreadId");
      return (long) threadId.invoke(own);
    } catch (SQLException
        | NoSuchMethodException
        | IllegalAccessException
        | InvocationTargetException unknown) {
      return UNKNOWN;
    }
  }
}
