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
import org.jspecify.annotations.Nullable;

/**
 * Keeps a node from working on a former primary after a failover. For each pooled connection, it
 * reads once which server the connection leads to. It reads this again when the driver has opened a
 * new session, when the node has found a newer server, or when any connection of the node has
 * failed. Thread-safe.
 */
public final class ServerCheck {
  /** SQLSTATE of a lost connection, so that the pool discards the connection. */
  private static final String CONNECTION_FAILURE = "08006";

  /**
   * Thrown if a connection leads to a former primary. The message says how far that server is
   * behind.
   */
  static final class OlderServerException extends SQLException {
    private static final long serialVersionUID = 1L;

    OlderServerException(String words) {
      super(words, CONNECTION_FAILURE);
    }
  }

  /** The state in which a connection was found to lead to the right server. */
  private record Look(long session, long newest, long failures) {
    // Written by hand, because a record's generated method takes about 4 ms at its first call in a
    // new JVM.
    boolean isLike(@Nullable Look other) {
      return other != null
          && session == other.session
          && newest == other.newest
          && failures == other.failures;
    }
  }

  private final ServerHistory history;
  private final Map<Connection, Look> looks = Collections.synchronizedMap(new WeakHashMap<>());
  private final AtomicLong failures = new AtomicLong();
  private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
  private final List<Runnable> readOnlyListeners = new CopyOnWriteArrayList<>();

  ServerCheck(ServerHistory history) {
    this.history = history;
  }

  /**
   * Adds a listener. It is called with a message each time a connection leads to a former primary.
   */
  public void onOlder(Consumer<String> listener) {
    listeners.add(listener);
  }

  /**
   * Adds a listener. It is called each time the server refuses a write of Baton because it is
   * read-only.
   */
  public void onReadOnly(Runnable listener) {
    readOnlyListeners.add(listener);
  }

  /**
   * Reads which server the connection leads to. If this server is behind one that was seen before,
   * returns a message; otherwise empty.
   */
  public Optional<String> read(Connection connection) throws SQLException {
    return history.older(connection);
  }

  /** Forgets the servers that were seen so far. */
  public void forget() {
    history.forget();
  }

  /** Throws if the connection leads to a former primary. */
  public void require(Connection connection) throws SQLException {
    Optional<String> older = older(connection);
    if (older.isPresent()) {
      throw new OlderServerException(older.get());
    }
  }

  /** If the server of this connection is behind, notifies the listeners and returns a message. */
  public Optional<String> older(Connection connection) throws SQLException {
    Connection drivers = DriverSession.connection(connection);
    if (drivers == null) {
      return Optional.empty();
    }
    long newest = history.newest();
    if (newest == 0 && !connection.getAutoCommit()) {
      // Until a newer server was found, the connection must be right. A refused query here would
      // abort the caller's transaction. So wait until Baton has made such a query itself.
      return Optional.empty();
    }
    Look now = new Look(DriverSession.number(drivers), newest, failures.get());
    if (now.isLike(looks.get(drivers))) {
      return Optional.empty();
    }
    Optional<String> older = history.older(connection);
    older.ifPresentOrElse(
        words -> listeners.forEach(listener -> listener.accept(words)),
        () -> looks.put(drivers, now));
    return older;
  }

  /** Records that a connection has failed. The next connection may lead to another server. */
  void failed(SQLException why) {
    if (!(why instanceof OlderServerException)) {
      failures.incrementAndGet();
    }
    if (SqlErrors.isReadOnly(why)) {
      readOnlyListeners.forEach(Runnable::run);
    }
  }
}
