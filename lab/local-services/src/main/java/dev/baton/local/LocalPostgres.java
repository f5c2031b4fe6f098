package dev.baton.local;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL server on this machine. It listens only on 127.0.0.1 (or, on another host of a local
 * network, only on that host's address), and its commits are durable. A private file contains its
 * random password. Safe for use by several threads.
 */
public final class LocalPostgres extends LocalServer {
  private static final String BY_ICU = " TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE ";
  private static final int FIRST_WITH_ICU = 15;

  private final PostgresCluster cluster;

  private LocalPostgres(
      PostgresCluster cluster, Path folder, int port, @Nullable TemporaryServer temporary) {
    super(folder, port, temporary);
    this.cluster = cluster;
  }

  /**
   * Returns the temporary server that all tests of this JVM share. The server and its data are
   * deleted when the JVM ends.
   */
  public static LocalPostgres temporary() {
    return Shared.SERVER;
  }

  /** Starts a separate temporary server with further settings, by their postgresql.conf names. */
  public static LocalPostgres temporary(Map<String, String> settings) {
    return temporary(settings, Host.LOOPBACK);
  }

  /** Starts a separate temporary server with further settings on another host. */
  public static LocalPostgres temporary(Map<String, String> settings, Host host) {
    Path folder = TemporaryServer.newFolder("baton-postgres");
    PostgresCluster cluster = new PostgresCluster(folder.resolve("data"), settings, host);
    cluster.initialise(true);
    int port = KillableServer.freePort();
    return new LocalPostgres(cluster, folder, port, start(cluster, folder, port));
  }

  private static TemporaryServer start(PostgresCluster cluster, Path folder, int port) {
    return TemporaryServer.start(
        folder, "QUIT", cluster.serverCommand(port), () -> cluster.answers(port));
  }

  /**
   * Starts a temporary standby that copies this server, follows it and accepts queries. This server
   * waits for the standby only if {@code synchronous_standby_names} names it.
   */
  public LocalPostgres newStandby() {
    return newStandby(Host.LOOPBACK);
  }

  /** Starts a temporary standby of this server on another host. */
  public LocalPostgres newStandby(Host host) {
    Path folder = TemporaryServer.newFolder("baton-standby");
    PostgresCluster copy = cluster.copy(folder.resolve("data"), port(), host);
    int port = KillableServer.freePort();
    return new LocalPostgres(copy, folder, port, start(copy, folder, port));
  }

  /**
   * Shuts a temporary server down in order: it closes its sessions and sends all remaining log to
   * its standbys.
   */
  public void shutDown() {
    cluster.stop();
  }

  /**
   * Returns the server with its data in this folder. Creates it on first use, and starts it if it
   * doesn't run. The server continues to run when this JVM ends.
   */
  public static LocalPostgres at(Path folder) {
    Path data = folder.toAbsolutePath().normalize().resolve("data");
    PostgresCluster cluster = new PostgresCluster(data, Map.of(), Host.LOOPBACK);
    return FolderLock.holding(
        folder,
        () -> {
          cluster.initialise(false);
          Optional<Integer> running = cluster.runningPort();
          int port = running.isPresent() ? running.get() : cluster.start();
          return new LocalPostgres(cluster, folder, port, null);
        });
  }

  /** Stops the server that still runs on this folder, if any. */
  public static void stopAt(Path folder) {
    if (Files.isDirectory(folder.resolve("data"))) {
      Path data = folder.resolve("data");
      PostgresCluster cluster = new PostgresCluster(data, Map.of(), Host.LOOPBACK);
      new LocalPostgres(cluster, folder, 0, null).stop();
    }
  }

  /**
   * Creates a new, empty database that compares and orders text by ICU's rules for this language.
   * Before PostgreSQL 15 the database ignores the language and compares bytes.
   *
   * @param locale a language tag, such as {@code da-DK}
   */
  public DatabaseAddress newDatabase(String locale) {
    if (!locale.matches("[A-Za-z-]{2,20}")) {
      throw new IllegalArgumentException("Not a plain language tag: " + locale);
    }
    return newDatabaseWith(BY_ICU + "'" + locale + "'");
  }

  @Override
  DatabaseAddress address(int port, String name) {
    return cluster.address(port, name.isEmpty() ? "postgres" : name);
  }

  @Override
  TemporaryServer start(Path folder, int port) {
    return start(cluster, folder, port);
  }

  @Override
  void stopRunning() {
    cluster.stop();
  }

  @Override
  void create(Statement statement, String name, String options) throws SQLException {
    // One JVM at a time: otherwise two JVMs both find no database, and the second CREATE fails.
    statement.execute("SELECT pg_advisory_lock(7262)");
    try (ResultSet rows =
        statement.executeQuery("SELECT 1 FROM pg_database WHERE datname = '" + name + "'")) {
      if (rows.next()) {
        return;
      }
    }
    boolean isTooOld =
        options.startsWith(BY_ICU)
            && statement.getConnection().getMetaData().getDatabaseMajorVersion() < FIRST_WITH_ICU;
    statement.execute("CREATE DATABASE " + name + (isTooOld ? "" : options));
  }

  /** The shared server, started on first use. */
  private static final class Shared {
    static final LocalPostgres SERVER = temporary(Map.of());
  }
}
