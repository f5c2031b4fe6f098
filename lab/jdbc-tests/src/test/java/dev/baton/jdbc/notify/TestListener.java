package dev.baton.jdbc.notify;

import dev.baton.local.DatabaseAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** A plain session that listens, to see what is really sent. */
final class TestListener implements AutoCloseable {
  private final Connection connection;
  private final String channel;

  TestListener(DatabaseAddress address, String channel) throws SQLException {
    this.channel = channel;
    connection = DriverManager.getConnection(address.url(), address.user(), address.password());
    execute("LISTEN \"" + channel + "\"");
  }

  /** Returns all earlier notifications, which come in the order of their commits. */
  List<String> heard() throws SQLException {
    String last = "the last, " + UUID.randomUUID();
    execute("SELECT pg_notify('" + channel + "', '" + last + "')");
    List<String> payloads = new ArrayList<>();
    while (true) {
      PGNotification[] some = connection.unwrap(PGConnection.class).getNotifications(60_000);
      if (some == null || some.length == 0) {
        throw new AssertionError("Its own notification did not come");
      }
      for (PGNotification one : some) {
        if (one.getParameter().equals(last)) {
          return payloads;
        }
        payloads.add(one.getParameter());
      }
    }
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
