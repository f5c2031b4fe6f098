package dev.baton.local;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A MariaDB server on this machine, listening on 127.0.0.1 alone and with a random password that a
 * private file keeps, without TLS, with durable commits. Safe for use by several threads. There are
 * programs for Linux on x64 and macOS on Arm.
 */
public final class LocalMariaDb {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  private final MariaDbInstance instance;
  private final Path folder;
  private final int port;
  private volatile @Nullable TemporaryServer temporary;

  private LocalMariaDb(
      MariaDbInstance instance, Path folder, int port, @Nullable TemporaryServer temporary) {
    this.instance = instance;
    this.folder = folder;
    this.port = port;
    this.temporary = temporary;
  }

  /** The throw-away server that all tests of this JVM share; gone with its data when it ends. */
  public static LocalMariaDb temporary() {
    return Shared.SERVER;
  }

  /**
   * The server that keeps its data in this folder: made on first use, started if it doesn't run,
   * and otherwise the running one, whoever started it. It goes on when this JVM ends.
   */
  public static LocalMariaDb at(Path folder) {
    MariaDbInstance instance = new MariaDbInstance(folder);
    return FolderLock.holding(
        folder,
        () -> {
          instance.initialise();
          Optional<Integer> running = instance.runningPort();
          int port = running.isPresent() ? running.get() : instance.start();
          return new LocalMariaDb(instance, folder, port, null);
        });
  }

  /** Stops a server left running on this folder, if there is one. */
  public static void stopAt(Path folder) {
    if (Files.isDirectory(folder.resolve("data"))) {
      new LocalMariaDb(new MariaDbInstance(folder), folder, 0, null).stop();
    }
  }

  /** A new, empty database with a name of its own. */
  public DatabaseAddress newDatabase() {
    return database("test_" + ProcessHandle.current().pid() + "_" + DATABASES.incrementAndGet());
  }

  /**
   * A new, empty database whose tables compare and order text by this collation, where they don't
   * say otherwise.
   */
  public DatabaseAddress newDatabase(String collation) {
    if (!collation.matches("[a-z0-9_]{3,60}")) {
      throw new IllegalArgumentException("Not a plain collation name: " + collation);
    }
    return database(
        "test_" + ProcessHandle.current().pid() + "_" + DATABASES.incrementAndGet(),
        " COLLATE " + collation);
  }

  /** The database of this name, made if it isn't there. */
  public DatabaseAddress database(String name) {
    return database(name, "");
  }

  private DatabaseAddress database(String name, String options) {
    if (!name.matches("[a-z][a-z0-9_]{0,62}")) {
      throw new IllegalArgumentException("Not a plain database name: " + name);
    }
    try (Connection connection = instance.address(port, "").connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE IF NOT EXISTS " + name + options);
      return instance.address(port, name);
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
          instance.stop();
          return port;
        });
  }

  /**
   * Kills a temporary server as a power cut does. What was committed stays for {@link #restart}.
   */
  public void kill() {
    theTemporary().kill();
  }

  /** Starts a killed server again, on the same port; answers when it takes connections. */
  public void restart() {
    theTemporary().handOver();
    temporary = start(instance, folder, port);
  }

  private TemporaryServer theTemporary() {
    TemporaryServer server = temporary;
    if (server == null) {
      throw new IllegalStateException("Only temporary servers are killed: others may use this one");
    }
    return server;
  }

  /** A throw-away server of its own. */
  public static LocalMariaDb anotherTemporary() {
    Path folder = TemporaryServer.newFolder("baton-mariadb");
    MariaDbInstance instance = new MariaDbInstance(folder);
    instance.initialise();
    int port = KillableServer.freePort();
    return new LocalMariaDb(instance, folder, port, start(instance, folder, port));
  }

  private static TemporaryServer start(MariaDbInstance instance, Path folder, int port) {
    return TemporaryServer.start(
        folder, "KILL", instance.serverCommand(port), () -> instance.servesThisData(port));
  }

  /** Started by its first user. */
  private static final class Shared {
    static final LocalMariaDb SERVER = anotherTemporary();
  }
}
