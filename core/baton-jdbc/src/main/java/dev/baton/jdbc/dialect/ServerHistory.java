package dev.baton.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Remembers the state of the servers that a node has used. Reports a server that is behind an
 * earlier one: a former primary that came back, or a restored copy. Thread-safe.
 */
public interface ServerHistory {
  /** The history for a database whose servers provide no such information. */
  ServerHistory NONE =
      new ServerHistory() {
        @Override
        public Optional<String> older(Connection connection) {
          return Optional.empty();
        }

        @Override
        public long newest() {
          return 0;
        }

        @Override
        public void forget() {}
      };

  /**
   * Returns how far the server is behind an earlier one. If it isn't, remembers it and returns
   * empty.
   */
  Optional<String> older(Connection connection) throws SQLException;

  /** Returns a number that grows when a newer server is seen, or when all are forgotten. */
  long newest();

  /** Forgets all servers seen so far. */
  void forget();
}
