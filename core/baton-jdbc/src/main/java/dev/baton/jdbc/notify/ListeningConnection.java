package dev.baton.jdbc.notify;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection that listens for notifications. Only the listener's thread uses it; other threads
 * may call only {@link #abort}.
 */
final class ListeningConnection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ListeningConnection.class);

  /** The usual reason if nothing arrives although the connection works. */
  static final String DEAF =
      "Notifications don't arrive on the listening connection, as happens behind a pooler in"
          + " transaction mode: give the channel a data source that bypasses it,"
          + " NotifyChannel.on(...).listeningOn(...)";

  private static final Executor SAME_THREAD = Runnable::run;
  private static final String APPLICATION_NAME = "ApplicationName";

  private final Connection connection;
  private final boolean fromPool;
  private final String channel;
  private final PGConnection driver;
  private final boolean givenAutoCommit;
  private final int givenTimeout;

  private ListeningConnection(Connection connection, boolean fromPool, String channel)
      throws SQLException {
    this.connection = connection;
    this.fromPool = fromPool;
    this.channel = channel;
    this.driver = connection.unwrap(PGConnection.class);
    this.givenAutoCommit = connection.getAutoCommit();
    this.givenTimeout = connection.getNetworkTimeout();
  }

  /**
   * Opens a connection that listens on the channel. No later statement on it waits longer than the
   * timeout.
   */
  static ListeningConnection open(DataSource source, String channel, Duration timeout)
      throws SQLException {
    Optional<Connection> direct = DirectConnections.open(source);
    Connection connection = direct.isPresent() ? direct.get() : source.getConnection();
    try {
      ListeningConnection listening =
          new ListeningConnection(connection, direct.isEmpty(), channel);
      listening.begin(timeout);
      return listening;
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private void begin(Duration timeout) throws SQLException {
    connection.setNetworkTimeout(SAME_THREAD, (int) timeout.toMillis());
    if (!givenAutoCommit) {
      // Notifications never arrive inside a transaction.
      connection.setAutoCommit(true);
    }
    if (!fromPool) {
      connection.setClientInfo(APPLICATION_NAME, "baton hints");
    }
    execute("LISTEN " + quoted(channel));
  }

  /** Returns whether the connection is borrowed from the pool. */
  boolean isFromPool() {
    return fromPool;
  }

  /**
   * Waits for notifications, at most for this long. Returns their texts; none if no notification
   * came.
   */
  List<String> next(Duration atMost) throws SQLException {
    PGNotification[] notifications = driver.getNotifications((int) atMost.toMillis());
    List<String> payloads = new ArrayList<>();
    if (notifications != null) {
      for (PGNotification notification : notifications) {
        if (notification.getName().equals(channel)) {
          payloads.add(notification.getParameter());
        }
      }
    }
    return payloads;
  }

  /**
   * Checks with a query to the server that this connection still listens, and throws if it doesn't.
   */
  void check() throws SQLException {
    try (PreparedStatement ask =
        connection.prepareStatement(
            "SELECT 1 FROM pg_catalog.pg_listening_channels() AS name WHERE name = ?")) {
      ask.setString(1, channel);
      try (ResultSet rows = ask.executeQuery()) {
        if (!rows.next()) {
          throw new SQLException(DEAF);
        }
      }
    }
  }

  /** Closes the connection while another thread may wait on it. Any thread may call this. */
  void abort() {
    try {
      connection.abort(SAME_THREAD);
    } catch (SQLException | RuntimeException e) {
      LOG.debug("Could not cut the listening connection", e);
    }
  }

  /**
   * Gives the connection back to its pool with its original settings, or closes it. If the
   * connection is broken, this fails, and the pool will notice that.
   */
  @Override
  public void close() {
    try (connection) {
      if (fromPool) {
        execute("UNLISTEN *");
        driver.getNotifications();
        connection.setNetworkTimeout(SAME_THREAD, givenTimeout);
        if (!givenAutoCommit) {
          connection.setAutoCommit(false);
        }
      }
    } catch (SQLException broken) {
      LOG.debug("The listening connection was broken when it was closed", broken);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
