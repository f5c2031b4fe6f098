package dev.baton.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * How far the servers were that a node has worked with. Tells of one that is behind them: a former
 * primary that came back, or a restored copy. Thread-safe.
 */
public interface ServerHistory {
  /** For a database whose servers tell nothing of it. */
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

  /** How the server is behind one that was seen, in words; else it is remembered. */
  Optional<String> older(Connection connection) throws SQLException;

  /** Returns a number that grows whenever a newer server is met, or all are forgotten. */
  long newest();

  /** Compares with none that was seen so far. */
  void forget();
}
