package dev.baton.jdbc.sql;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Reads the state of a connection from its driver, without a query to the server. */
public final class DriverSession {
  /** Returned for a driver that never opens another session behind the same connection. */
  public static final long UNKNOWN = -1;

  private static final String MARIADB = "org.mariadb.jdbc.Connection";

  private DriverSession() {}

  /** Returns the connection of the driver; null if the pool's connection can't be unwrapped. */
  static @Nullable Connection connection(Connection connection) {
    try {
      return connection.unwrap(Connection.class);
    } catch (SQLException | RuntimeException unknown) {
      return null;
    }
  }

  /** Returns the number of the session that the connection uses now. */
  public static long numberOf(Connection connection) {
    Connection own = connection(connection);
    return own == null ? UNKNOWN : number(own);
  }

  /** Returns the number of the session that the driver's connection uses now. */
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
