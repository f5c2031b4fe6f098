package dev.baton.benchmarks.trial;

import dev.baton.local.DatabaseAddress;
import dev.baton.local.proxy.FaultyProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A server behind a simulated network: each call takes longer, half of the delay in each direction.
 */
public final class DistantServer implements Server {
  private static final int ASKED = 200;

  private final Server server;
  private final Duration delay;
  private @Nullable FaultyProxy proxy;

  public DistantServer(Server server, Duration delay) {
    this.server = server;
    this.delay = delay;
  }

  /** Returns a description that includes the time of a call, without the delay and with it. */
  @Override
  public String description() {
    return String.format(
        "%s; through a proxy that delays each call by %s ms: the median of SELECT 1 is %.2f ms"
            + " without and %.2f ms with it",
        server.description(), delay.toNanos() / 1e6, medianMillis(server), medianMillis(this));
  }

  private static double medianMillis(Server server) {
    DatabaseAddress address = server.newDatabase();
    try {
      double median = medianMillis(address);
      server.drop(address);
      return median;
    } catch (SQLException e) {
      throw new IllegalStateException("The server does not respond", e);
    }
  }

  private static double medianMillis(DatabaseAddress address) throws SQLException {
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement()) {
      long[] nanos = new long[ASKED];
      for (int i = 0; i < ASKED; i++) {
        long before = System.nanoTime();
        try (ResultSet row = statement.executeQuery("SELECT 1")) {
          row.next();
        }
        nanos[i] = System.nanoTime() - before;
      }
      Arrays.sort(nanos);
      return nanos[ASKED / 2] / 1e6;
    }
  }

  @Override
  public boolean isMariaDb() {
    return server.isMariaDb();
  }

  @Override
  public synchronized DatabaseAddress newDatabase() {
    DatabaseAddress near = server.newDatabase();
    if (proxy == null) {
      try {
        proxy = FaultyProxy.before(near);
      } catch (IOException e) {
        throw new UncheckedIOException("Can't start the proxy", e);
      }
      proxy.delay(delay.dividedBy(2));
    }
    return new DatabaseAddress(
        near.url().replaceFirst(":\\d+/", ":" + proxy.port() + "/"), near.user(), near.password());
  }

  @Override
  public void drop(DatabaseAddress database) throws SQLException {
    server.drop(database);
  }

  @Override
  public void checkpoint() throws SQLException {
    server.checkpoint();
  }

  @Override
  public ServerCost cost(Connection connection) throws SQLException {
    return server.cost(connection);
  }

  @Override
  public long deadRows(Connection connection) throws SQLException {
    return server.deadRows(connection);
  }

  @Override
  public long connections(Connection connection) throws SQLException {
    return server.connections(connection);
  }

  @Override
  public void vacuum(Connection connection) throws SQLException {
    server.vacuum(connection);
  }

  @Override
  public synchronized void close() {
    if (proxy != null) {
      proxy.close();
    }
    server.close();
  }
}
