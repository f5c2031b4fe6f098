package dev.baton.local;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A database server on this machine: its databases, its end, and its death. */
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

  /** The database of this name; of an empty one, where others are made. */
  abstract DatabaseAddress address(int port, String name);

  /** Makes the database if it isn't there. */
  abstract void create(Statement statement, String name, String options) throws SQLException;

  /** Starts a temporary server. */
  abstract TemporaryServer start(Path folder, int port);

  /** Stops a server that isn't temporary. */
  abstract void stopRunning();

  /** A new, empty database with a name of its own. */
  public DatabaseAddress newDatabase() {
    return newDatabaseWith("");
  }

  /** The database of this name, made if it isn't there. */
  public DatabaseAddress database(String name) {
    return database(name, "");
  }

  /** A database that is there, also on a server that takes no writes. */
  public DatabaseAddress existing(String name) {
    return address(port, name);
  }

  /** A new, empty database, made with these options of CREATE DATABASE. */
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

  /** Stops the server for everybody; the data of a temporary one are deleted. */
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

  /**
   * Kills a temporary server as a power cut does. What was committed stays for {@link #restart}.
   */
  public void kill() {
    theTemporary().kill();
  }

  /** SIGSTOP: a temporary server keeps its connections and answers nothing. */
  public void pause() {
    theTemporary().pause();
  }

  /** SIGCONT: a paused server goes on. */
  public void goOn() {
    theTemporary().goOn();
  }

  /** Where it listens. */
  public int port() {
    return port;
  }

  /** Starts a killed server again, on the same port; answers when it takes connections. */
  public void restart() {
    theTemporary().handOver();
    temporary = start(folder, port);
  }

  private TemporaryServer theTemporary() {
    TemporaryServer server = temporary;
    if (server == null) {
      throw new IllegalStateException("Only temporary servers are killed: others may use this one");
    }
    return server;
  }
}
