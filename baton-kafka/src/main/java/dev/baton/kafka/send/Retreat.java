package dev.baton.kafka.send;

import dev.baton.api.Transaction;
import dev.baton.api.error.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import org.jspecify.annotations.Nullable;

/**
 * A place in a transaction to go back to, which lets go of rows that were locked since. An add that
 * was overtaken by a claim may have locked the claimed row, whose holder then couldn't end it as
 * long as this transaction waits for that end. Transactions without a connection have no such
 * locks. Used by one thread.
 */
final class Retreat {
  private final @Nullable Connection connection;
  private final @Nullable Savepoint place;

  private Retreat(@Nullable Connection connection, @Nullable Savepoint place) {
    this.connection = connection;
    this.place = place;
  }

  /** From where the transaction stands now. */
  static Retreat of(Transaction transaction) {
    Connection connection;
    try {
      connection = transaction.unwrap(Connection.class);
    } catch (IllegalArgumentException none) {
      return new Retreat(null, null);
    }
    try {
      return new Retreat(connection, connection.setSavepoint());
    } catch (SQLException e) {
      throw unavailable(e);
    }
  }

  /** Goes back: what was done since is undone. */
  void back() {
    if (connection != null && place != null) {
      try {
        connection.rollback(place);
      } catch (SQLException e) {
        throw unavailable(e);
      }
    }
  }

  /** It isn't needed any more. */
  void leave() {
    if (connection != null && place != null) {
      try {
        connection.releaseSavepoint(place);
      } catch (SQLException e) {
        throw unavailable(e);
      }
    }
  }

  private static StoreUnavailableException unavailable(SQLException e) {
    return new StoreUnavailableException(
        "A message could not be entered in its order: " + e.getMessage(), e);
  }
}
