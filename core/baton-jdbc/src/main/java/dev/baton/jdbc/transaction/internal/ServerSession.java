package dev.baton.jdbc.transaction.internal;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.sql.DriverSession;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The session of a connection on the server, as it was when a transaction began. It is used to
 * check that the transaction is still complete. Some errors undo a transaction. If code ignores
 * such an error, its next statements run in a new transaction, and a commit would only apply those:
 *
 * <ul>
 *   <li>MariaDB's driver with several hosts opens a new session when it loses a connection, and
 *       reports the loss (25S03) to the next statement.
 *   <li>MariaDB, MySQL and H2 roll everything back to end a deadlock, and keep the session.
 * </ul>
 *
 * <p>Used by the transaction's thread.
 */
public final class ServerSession {
  private final long number;
  private @Nullable SQLException undoneBy;

  private ServerSession(long number) {
    this.number = number;
  }

  /**
   * Returns the session of a connection whose transaction has just begun. Doesn't query the server.
   */
  public static ServerSession of(Connection connection) {
    return new ServerSession(DriverSession.numberOf(connection));
  }

  /**
   * Records that one of Baton's statements has failed and that the server has undone everything
   * before it.
   */
  void undone(SQLException why) {
    undoneBy = why;
  }

  /**
   * Checks that no work of the transaction was undone. Call this before the commit.
   *
   * @throws StoreUnavailableException if work was undone, so that the transaction must not be
   *     committed
   */
  public void requireWhole(Connection connection) {
    if (undoneBy != null) {
      throw new StoreUnavailableException(
          "The database has rolled this transaction back to end a deadlock: of its statements"
              + " only the later ones would remain. Nothing is committed; run the transaction"
              + " again",
          undoneBy);
    }
    if (number != DriverSession.UNKNOWN && DriverSession.numberOf(connection) != number) {
      String text =
          "The connection was lost in the middle of the transaction, and the driver has opened"
              + " another one. The database has rolled back the earlier statements, so nothing is"
              + " committed";
      throw new StoreUnavailableException(text, new SQLException(text, "25S03"));
    }
  }
}
