package dev.baton.jdbc.notify;

import dev.baton.local.DatabaseAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** A plain session that listens, to see what is really sent. */
final class TestListener implements AutoCloseable {
  private final Connection connection;

  TestListener(DatabaseAddress address, String channel) throws SQLException {
    connection = DriverManager.getConnection(address.url(), address.user(), address.password());
    execute("LISTEN \"" + channel + "\"");
  }

  /** All that came until a hundred milliseconds brought nothing more. */
  List<String> heard() throws SQLException {
    List<String> payloads = new ArrayList<>();
    PGNotification[] some;
    do {
      some = connection.unwrap(PGConnection.class).getNotifications(100);
      if (some != null) {
        for (PGNotification one : some) {
          payloads.add(one.getParameter());
        }
      }
    } while (some != null && some.length > 0);
    return payloads;
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
