package dev.baton.jdbc.sql;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What the driver knows of a connection's session, without asking the server. */
public final class DriverSession {
  /** For a driver that never makes another session behind a connection. */
  public static final long UNKNOWN = -1;

  private static final String MARIADB = "org.mariadb.jdbc.Connection";

  private DriverSession() {}

  /** Returns the driver's own connection; null if it can't be had. */
  static @Nullable Connection connection(Connection connection) {
    try {
      return connection.unwrap(Connection.class);
    } catch (SQLException | RuntimeException unknown) {
      return null;
    }
  }

  /** Returns the number of the session that a connection has now. */
  public static long numberOf(Connection connection) {
    Connection own = connection(connection);
    return own == null ? UNKNOWN : number(own);
  }

  /** The same of the driver's own connection. */
  static long number(Connection own) {
    if (!own.getClass().getName().equals(MARIADB)) {
      return UNKNOWN;
    }
    try {
      Method threadId = own.getClass().getMethod("getThreadId");
      return (long) threadId.invoke(own);
    } catch (NoSuchMethodException
        | IllegalAccessException
        | InvocationTargetException
        | RuntimeException unknown) {
      return UNKNOWN;
    }
  }
}
