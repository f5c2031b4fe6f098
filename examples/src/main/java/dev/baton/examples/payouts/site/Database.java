package dev.baton.examples.payouts.site;

import dev.baton.examples.payouts.input.CannotRun;
import dev.baton.local.DatabaseAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * A running database.
 *
 * @param name a name to show, without secrets
 * @param address the address; without a user if its URL contains everything
 * @param stopping stops the database, if the demo started it
 */
record Database(String name, DatabaseAddress address, Runnable stopping) {
  private static final int SECONDS_TO_CONNECT = 15;

  /** Opens one connection outside any pool. */
  static Connection connect(DatabaseAddress address) throws SQLException {
    DriverManager.setLoginTimeout(SECONDS_TO_CONNECT);
    return address.user().isEmpty()
        ? DriverManager.getConnection(address.url())
        : address.connect();
  }

  void check() throws CannotRun {
    try (Connection connection = connect(address)) {
      DatabaseKind.of(connection);
    } catch (SQLException | RuntimeException unreachable) {
      throw new CannotRun("Can't connect to " + name + ": " + unreachable.getMessage());
    }
  }

  void stop() {
    stopping.run();
  }
}
