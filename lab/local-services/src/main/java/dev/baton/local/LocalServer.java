package dev.baton.local;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A database server on this machine. It creates databases, and a test can stop, kill and pause it.
 */
public abstract class LocalServer {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  private final Path folder;
  private final int port;
  private volatile @Nullable TemporaryServer temporary;

  LocalServer(Path folder, int port, @Nullable TemporaryServer temporary) {
    this.folder = folder;
    this.port = port;
    this.temporary = temporary;
  }

  /**
   * Returns the database of this name. An empty name selects the database in which others are
   * created.
   */
  abstract DatabaseAddress address(int port, String name);

  /** Creates the database if it doesn't exist. */
  abstract void create(Statement statement, String name, String options) throws SQLException;

  /** Starts a temporary server. */
  abstract TemporaryServer start(Path folder, int port);

  /** Stops a server that is not temporary. */
  abstract void stopRunning();

  /** Creates a new, empty database with a unique name. */
  public DatabaseAddress newDatabase() {
    return newDatabaseWith("");
  }

  /** Returns the database of this name. Creates it if it doesn't exist. */
  public DatabaseAddress database(String name) {
    return database(name, "");
  }

  /** Returns an existing database, also of a server that accepts no writes. */
  public DatabaseAddress existing(String name) {
    return address(port, name);
  }

  /** Creates a new, empty database with these options of CREATE DATABASE. */
  final DatabaseAddress newDatabaseWith(String options) {
    return database(
        "test_" + ProcessHandle.current().pid() + "_" + DATABASES.incrementAndGet(), options);
  }

  private DatabaseAddress database(String name, String options) {
    if (!name.matches("[a-z][a-z0-9_]{0,62}")) {
      throw new IllegalArgumentException("Not a plain database name: " + name);
    }
    try (Connection connection = address(port, "").connect();
        Statement statement = connection.createStatement()) {
      create(statement, name, options);
      return address(port, name);
    } catch (SQLException e) {
      throw new IllegalStateException("Can't make the database " + name, e);
    }
  }

  /** Stops the server for all its users. The data of a temporary server are deleted. */
  public void stop() {
    TemporaryServer server = temporary;
    if (server != null) {
      server.stop();
      return;
    }
    FolderLock.holding(
        folder,
        () -> {
          stopRunning();
          return port;
        });
  }

  /** Kills a temporary server, like a power failure. Committed data remain for {@link #restart}. */
  public void kill() {
    theTemporary().kill();
  }

  /** Pauses a temporary server with SIGSTOP: it keeps its connections and does not respond. */
  public void pause() {
    theTemporary().pause();
  }

  /** Resumes a paused server with SIGCONT. */
  public void goOn() {
    theTemporary().goOn();
  }

  /** Returns the port on which the server listens. */
  public int port() {
    return port;
  }

  /** Starts a killed server again on the same port. Returns when it accepts connections. */
  public void restart() {
    theTemporary().handOver();
    temporary = start(folder, port);
  }

  private TemporaryServer theTemporary() {
    TemporaryServer server = temporary;
    if (server == null) {
      throw new IllegalStateException("Only a temporary server can be killed: others use this one");
    }
    return server;
  }
}
