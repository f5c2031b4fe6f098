package dev.baton.local;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL server on this machine, listening on 127.0.0.1 alone and with a random password that
 * a private file keeps, with durable commits. Safe for use by several threads.
 */
public final class LocalPostgres {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  private final PostgresCluster cluster;
  private final Path folder;
  private final int port;
  private volatile @Nullable TemporaryServer temporary;

  private LocalPostgres(
      PostgresCluster cluster, Path folder, int port, @Nullable TemporaryServer temporary) {
    this.cluster = cluster;
    this.folder = folder;
    this.port = port;
    this.temporary = temporary;
  }

  /** The throw-away server that all tests of this JVM share; gone with its data when it ends. */
  public static LocalPostgres temporary() {
    return Shared.SERVER;
  }

  /** A throw-away server of its own with further settings, by their postgresql.conf names. */
  public static LocalPostgres temporary(Map<String, String> settings) {
    Path folder = TemporaryServer.newFolder("baton-postgres");
    PostgresCluster cluster = new PostgresCluster(folder.resolve("data"), settings);
    cluster.initialise(true);
    int port = KillableServer.freePort();
    return new LocalPostgres(cluster, folder, port, start(cluster, folder, port));
  }

  private static TemporaryServer start(PostgresCluster cluster, Path folder, int port) {
    return TemporaryServer.start(
        folder, "QUIT", cluster.serverCommand(port), () -> cluster.answers(port));
  }

  /**
   * The server that keeps its data in this folder: made on first use, started if it doesn't run,
   * and otherwise the running one, whoever started it. It goes on when this JVM ends.
   */
  public static LocalPostgres at(Path folder) {
    Path data = folder.toAbsolutePath().normalize().resolve("data");
    PostgresCluster cluster = new PostgresCluster(data, Map.of());
    return FolderLock.holding(
        folder,
        () -> {
          cluster.initialise(false);
          Optional<Integer> running = cluster.runningPort();
          int port = running.isPresent() ? running.get() : cluster.start();
          return new LocalPostgres(cluster, folder, port, null);
        });
  }

  /** Stops a server left running on this folder, if there is one. */
  public static void stopAt(Path folder) {
    if (Files.isDirectory(folder.resolve("data"))) {
      new LocalPostgres(new PostgresCluster(folder.resolve("data"), Map.of()), folder, 0, null)
          .stop();
    }
  }

  /** A new, empty database with a name of its own. */
  public DatabaseAddress newDatabase() {
    return database("test_" + ProcessHandle.current().pid() + "_" + DATABASES.incrementAndGet());
  }

  /**
   * A new, empty database that compares and orders text as this language does, by ICU's rules.
   *
   * @param locale a language tag, such as {@code da-DK}
   */
  public DatabaseAddress newDatabase(String locale) {
    if (!locale.matches("[A-Za-z-]{2,20}")) {
      throw new IllegalArgumentException("Not a plain language tag: " + locale);
    }
    return database(
        "test_" + ProcessHandle.current().pid() + "_" + DATABASES.incrementAndGet(),
        " TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE '" + locale + "'");
  }

  /** The database of this name, made if it isn't there. */
  public DatabaseAddress database(String name) {
    return database(name, "");
  }

  private DatabaseAddress database(String name, String options) {
    if (!name.matches("[a-z][a-z0-9_]{0,62}")) {
      throw new IllegalArgumentException("Not a plain database name: " + name);
    }
    try (Connection connection = cluster.address(port, "postgres").connect();
        Statement statement = connection.createStatement()) {
      create(statement, name, options);
      return cluster.address(port, name);
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
          cluster.stop();
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
    temporary = start(cluster, folder, port);
  }

  private TemporaryServer theTemporary() {
    TemporaryServer server = temporary;
    if (server == null) {
      throw new IllegalStateException("Only temporary servers are killed: others may use this one");
    }
    return server;
  }

  private static void create(Statement statement, String name, String options) throws SQLException {
    // One at a time: else two JVMs both see no database, and the second CREATE fails.
    statement.execute("SELECT pg_advisory_lock(7262)");
    try (ResultSet rows =
        statement.executeQuery("SELECT 1 FROM pg_database WHERE datname = '" + name + "'")) {
      if (rows.next()) {
        return;
      }
    }
    statement.execute("CREATE DATABASE " + name + options);
  }

  /** Started by its first user. */
  private static final class Shared {
    static final LocalPostgres SERVER = temporary(Map.of());
  }
}
