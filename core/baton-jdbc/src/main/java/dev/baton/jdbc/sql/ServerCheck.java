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
 * Keeps a node from working on a former primary. It reads once which server a pooled connection
 * leads to. It reads that again when the driver has made a new session, when the node has met a
 * newer server, and when any connection of the node has failed. Thread-safe.
 */
public final class ServerCheck {
  /** A lost connection, so that pools give this one to no caller. */
  private static final String CONNECTION_FAILURE = "08006";

  /** The connection leads to a former primary, in words. */
  static final class OlderServerException extends SQLException {
    private static final long serialVersionUID = 1L;

    OlderServerException(String words) {
      super(words, CONNECTION_FAILURE);
    }
  }

  /** What was known when a connection was found to lead to the right server. */
  private record Look(long session, long newest, long failures) {}

  private final ServerHistory history;
  private final Map<Connection, Look> looks = Collections.synchronizedMap(new WeakHashMap<>());
  private final AtomicLong failures = new AtomicLong();
  private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

  ServerCheck(ServerHistory history) {
    this.history = history;
  }

  /** Calls the listener with words each time a connection leads to a former primary. */
  public void onOlder(Consumer<String> listener) {
    listeners.add(listener);
  }

  /** Reads which server it is, and returns how it is behind one that was met before. */
  public Optional<String> read(Connection connection) throws SQLException {
    return history.older(connection);
  }

  /** Compares with no server that was met so far. */
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

  /** Returns how the server of this connection is behind, and tells the listeners. */
  public Optional<String> older(Connection connection) throws SQLException {
    Connection drivers = DriverSession.connection(connection);
    if (drivers == null) {
      return Optional.empty();
    }
    long newest = history.newest();
    if (newest == 0 && !connection.getAutoCommit()) {
      // No server is newer than the first. A query that the server refuses would spoil a caller's
      // transaction, so a query of Baton's own comes first.
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

  /** A connection failed: the next one may lead to another server, or the same one may. */
  void failed(SQLException why) {
    if (!(why instanceof OlderServerException)) {
      failures.incrementAndGet();
    }
  }
}
