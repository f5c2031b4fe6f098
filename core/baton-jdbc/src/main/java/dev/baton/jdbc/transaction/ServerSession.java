package dev.baton.jdbc.transaction;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.sql.DriverSession;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The server's session that a connection had when a transaction began, and whether the transaction
 * is still whole. Where code passes over an error that undid it, those statements that come after
 * run in a new transaction, and the commit would be of that half alone:
 *
 * <ul>
 *   <li>MariaDB's driver with several hosts makes a new session when it loses a connection, and
 *       tells the statement that meets the loss (25S03).
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

  /** Of a connection whose transaction has just begun; asks the driver and not the server. */
  public static ServerSession of(Connection connection) {
    return new ServerSession(DriverSession.numberOf(connection));
  }

  /** A statement of Baton's failed, and the server has undone all that was done before, too. */
  void undone(SQLException why) {
    undoneBy = why;
  }

  /**
   * To be called before the commit.
   *
   * @throws StoreUnavailableException when what was done so far is undone, so that the transaction
   *     must not be committed
   */
  public void requireWhole(Connection connection) {
    if (undoneBy != null) {
      throw new StoreUnavailableException(
          "The database has rolled this transaction back to end a deadlock: of what was done in it"
              + " only the part after that is left. Nothing is committed; run the transaction"
              + " again",
          undoneBy);
    }
    if (number != DriverSession.UNKNOWN && DriverSession.numberOf(connection) != number) {
      String text =
          "The connection was lost in the middle of the transaction, and the driver has made"
              + " another one. The database has rolled back what was done before, so nothing is"
              + " committed";
      throw new StoreUnavailableException(text, new SQLException(text, "25S03"));
    }
  }
}
