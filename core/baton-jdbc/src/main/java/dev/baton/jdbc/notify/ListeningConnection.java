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
 * A connection that listens. It belongs to the listener's thread; only {@link #abort} may be called
 * by others.
 */
final class ListeningConnection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ListeningConnection.class);

  /** Why nothing arrives though the connection works. */
  static final String DEAF =
      "What is sent doesn't arrive on the connection that listens, as happens behind a pooler in"
          + " transaction mode: give the channel a data source that leads past it,"
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

  /** Opens one that listens on the channel; no statement on it takes longer than the timeout. */
  static ListeningConnection open(Settings settings, String channel, Duration timeout)
      throws SQLException {
    DataSource given = settings.listening();
    DataSource from = given == null ? settings.store() : given;
    Optional<Connection> direct = DirectConnections.open(from);
    Connection connection = direct.isPresent() ? direct.get() : from.getConnection();
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
      // In a transaction nothing would ever arrive.
      connection.setAutoCommit(true);
    }
    if (!fromPool) {
      connection.setClientInfo(APPLICATION_NAME, "baton hints");
    }
    execute("LISTEN " + quoted(channel));
  }

  /** Whether the pool now has one connection less. */
  boolean isFromPool() {
    return fromPool;
  }

  /** Waits that long for notifications, and answers what they say; nothing when none came. */
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

  /** Asks the server whether this connection still listens. */
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

  /** Ends it under the hands of whoever waits on it. Any thread. */
  void abort() {
    try {
      connection.abort(SAME_THREAD);
    } catch (SQLException | RuntimeException e) {
      LOG.debug("The listening connection couldn't be cut", e);
    }
  }

  /** A pool gets it back as it gave it; one that broke fails here under the eyes of the pool. */
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
