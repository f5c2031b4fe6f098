package dev.baton.local;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A MariaDB server on this machine, listening on 127.0.0.1 alone and with a random password that a
 * private file keeps, without TLS, with durable commits. Safe for use by several threads. There are
 * programs for Linux on x64 and macOS on Arm.
 */
public final class LocalMariaDb extends LocalServer {
  private final MariaDbInstance instance;

  private LocalMariaDb(
      MariaDbInstance instance, Path folder, int port, @Nullable TemporaryServer temporary) {
    super(folder, port, temporary);
    this.instance = instance;
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

  /**
   * A new, empty database whose tables compare and order text by this collation, where they don't
   * say otherwise.
   */
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

  /** A throw-away server of its own, with further options of its command line. */
  public static LocalMariaDb anotherTemporary(String... options) {
    Path folder = TemporaryServer.newFolder("baton-mariadb");
    MariaDbInstance instance = new MariaDbInstance(folder, options);
    instance.initialise();
    return temporary(instance, folder);
  }

  /** Starts a throw-away server on data that are there. */
  static LocalMariaDb temporary(MariaDbInstance instance, Path folder) {
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
