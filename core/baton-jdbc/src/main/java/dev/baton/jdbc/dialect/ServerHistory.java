package dev.baton.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Remembers the state of the servers that a node has used. It finds a server that is behind an
 * earlier one: a former primary that came back, or a restored copy. Thread-safe.
 */
public interface ServerHistory {
  /** Used for databases whose servers don't provide this information. */
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
   * If the server is behind an earlier one, returns a message that says so. If not, remembers the
   * server and returns empty.
   */
  Optional<String> older(Connection connection) throws SQLException;

  /**
   * Returns a number that grows when a newer server is found, and when all servers are forgotten.
   */
  long newest();

  /** Forgets all servers that were seen so far. */
  void forget();
}
