package dev.baton.jdbc.sql;

import dev.baton.jdbc.dialect.ServerHistory;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Prevents a node from working on a former primary. It reads once which server a pooled connection
 * leads to. It reads again when the driver has opened a new session, when the node has found a
 * newer server, or when any connection of the node has failed. Thread-safe.
 */
public final class ServerCheck {
  /** SQLSTATE of a lost connection, so that pools discard this one. */
  private static final String CONNECTION_FAILURE = "08006";

  /**
   * Thrown if a connection leads to a former primary; the message says how far the server is
   * behind.
   */
  static final class OlderServerException extends SQLException {
    private static final long serialVersionUID = 1L;

    OlderServerException(String words) {
      super(words, CONNECTION_FAILURE);
    }
  }

  /** The state at the time when a connection was found to lead to the right server. */
  private record Look(long session, long newest, long failures) {}

  private final ServerHistory history;
  private final Map<Connection, Look> looks = Collections.synchronizedMap(new WeakHashMap<>());
  private final AtomicLong failures = new AtomicLong();
  private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
  private final List<Runnable> readOnlyListeners = new CopyOnWriteArrayList<>();

  ServerCheck(ServerHistory history) {
    this.history = history;
  }

  /** Adds a listener, called with a message each time a connection leads to a former primary. */
  public void onOlder(Consumer<String> listener) {
    listeners.add(listener);
  }

  /**
   * Adds a listener, called each time the server refuses one of Baton's own writes as read-only.
   */
  public void onReadOnly(Runnable listener) {
    readOnlyListeners.add(listener);
  }

  /** Reads which server it is. Returns how it is behind a server seen before; empty if it isn't. */
  public Optional<String> read(Connection connection) throws SQLException {
    return history.older(connection);
  }

  /** Forgets the servers seen so far. */
  public void forget() {
    history.forget();
  }

  /** Fails if the connection leads to a former primary. */
  public void require(Connection connection) throws SQLException {
    Optional<String> older = older(connection);
    if (older.isPresent()) {
      throw new OlderServerException(older.get());
    }
  }

  /** Returns how the server of this connection is behind, and notifies the listeners. */
  public Optional<String> older(Connection connection) throws SQLException {
    Connection drivers = DriverSession.connection(connection);
    if (drivers == null) {
      return Optional.empty();
    }
    long newest = history.newest();
    if (newest == 0 && !connection.getAutoCommit()) {
      // No server is newer than the first one. If the server refused a query here, the caller's
      // transaction would be aborted, so wait for a query of Baton's own.
      return Optional.empty();
    }
    Look now = new Look(DriverSession.number(drivers), newest, failures.get());
    if (now.equals(looks.get(drivers))) {
      return Optional.empty();
    }
    Optional<String> older = history.older(connection);
    older.ifPresentOrElse(
        words -> listeners.forEach(listener -> listener.accept(words)),
        () -> looks.put(drivers, now));
    return older;
  }

  /** Notes that a connection failed: the next one may lead to another server or to the same one. */
  void failed(SQLException why) {
    if (!(why instanceof OlderServerException)) {
      failures.incrementAndGet();
    }
    if (SqlErrors.isReadOnly(why)) {
      readOnlyListeners.forEach(Runnable::run);
    }
  }
}
