package dev.baton.local;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A MariaDB server on this machine. It listens only on 127.0.0.1, without TLS, and its commits are
 * durable. A private file contains its random password. Safe for use by several threads. The
 * programs exist for Linux on x64 and macOS on Arm.
 */
public final class LocalMariaDb extends LocalServer {
  private final MariaDbInstance instance;

  private LocalMariaDb(
      MariaDbInstance instance, Path folder, int port, @Nullable TemporaryServer temporary) {
    super(folder, port, temporary);
    this.instance = instance;
  }

  /**
   * Returns the temporary server that all tests of this JVM share. The server and its data are
   * deleted when the JVM ends.
   */
  public static LocalMariaDb temporary() {
    return Shared.SERVER;
  }

  /**
   * Returns the server with its data in this folder. Creates it on first use, and starts it if it
   * doesn't run. The server continues to run when this JVM ends.
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

  /** Stops the server that still runs on this folder, if any. */
  public static void stopAt(Path folder) {
    if (Files.isDirectory(folder.resolve("data"))) {
      new LocalMariaDb(new MariaDbInstance(folder), folder, 0, null).stop();
    }
  }

  /** Creates a new, empty database whose tables use this collation unless they name another. */
  public DatabaseAddress newDatabase(String collation) {
    if (!collation.matches("[a-z0-9_]{3,60}")) {
      throw new IllegalArgumentException("Not a plain collation name: " + collation);
    }
    return newDatabaseWith(" COLLATE " + collation);
  }

  @Override
  DatabaseAddress address(int port, String name) {
    return instance.address(port, name);
  }

  @Override
  void create(Statement statement, String name, String options) throws SQLException {
    statement.execute("CREATE DATABASE IF NOT EXISTS " + name + options);
  }

  @Override
  TemporaryServer start(Path folder, int port) {
    return start(instance, folder, port);
  }

  @Override
  void stopRunning() {
    instance.stop();
  }

  /** Starts a separate temporary server with further command line options. */
  public static LocalMariaDb anotherTemporary(String... options) {
    Path folder = TemporaryServer.newFolder("baton-mariadb");
    MariaDbInstance instance = new MariaDbInstance(folder, options);
    instance.initialise();
    return temporary(instance, folder);
  }

  /** Starts a temporary server on existing data. */
  static LocalMariaDb temporary(MariaDbInstance instance, Path folder) {
    int port = KillableServer.freePort();
    return new LocalMariaDb(instance, folder, port, start(instance, folder, port));
  }

  private static TemporaryServer start(MariaDbInstance instance, Path folder, int port) {
    return TemporaryServer.start(
        folder, "KILL", instance.serverCommand(port), () -> instance.servesThisData(port));
  }

  /** The shared server, started on first use. */
  private static final class Shared {
    static final LocalMariaDb SERVER = anotherTemporary();
  }
}
