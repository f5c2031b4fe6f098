package dev.baton.jdbc.transaction;

import dev.baton.api.error.StoreUnavailableException;
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
public final class ServerSession {
  private static final String MARIADB = "org.mariadb.jdbc.Connection";
  private static final long UNKNOWN = -1;

  private final long number;

  private ServerSession(long number) {
    this.number = number;
  }

  /** Of a connection whose transaction has just begun; asks the driver and not the server. */
  public static ServerSession of(Connection connection) {
    return new ServerSession(numberOf(connection));
  }

  /**
   * To be called before the commit.
   *
   * @throws StoreUnavailableException when the driver has made another one since, so that the
   *     transaction must not be committed
   */
  public void requireSame(Connection connection) {
    if (number != UNKNOWN && numberOf(connection) != number) {
      String text =
          "The connection was lost in the middle of the transaction, and the driver has made"
              + " another one. The database has rolled back what was done before, so nothing is"
              + " committed";
      throw new StoreUnavailableException(text, new SQLException(text, "25S03"));
    }
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
        | InvocationTargetException
        | RuntimeException unknown) {
      return UNKNOWN;
    }
  }
}
