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
 * A PostgreSQL server on this machine, listening on 127.0.0.1 alone (on another host of a local
 * network: there alone) and with a random password that a private file keeps, with durable commits.
 * Safe for use by several threads.
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

  /** The throw-away server that all tests of this JVM share; gone with its data when it ends. */
  public static LocalPostgres temporary() {
    return Shared.SERVER;
  }

  /** A throw-away server of its own with further settings, by their postgresql.conf names. */
  public static LocalPostgres temporary(Map<String, String> settings) {
    return temporary(settings, Host.LOOPBACK);
  }

  /** The same on another host. */
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
   * A throw-away server that holds a copy of this one and follows it, as a standby that answers
   * queries. This server waits for it only if {@code synchronous_standby_names} says so.
   */
  public LocalPostgres newStandby() {
    return newStandby(Host.LOOPBACK);
  }

  /** The same on another host. */
  public LocalPostgres newStandby(Host host) {
    Path folder = TemporaryServer.newFolder("baton-standby");
    PostgresCluster copy = cluster.copy(folder.resolve("data"), port(), host);
    int port = KillableServer.freePort();
    return new LocalPostgres(copy, folder, port, start(copy, folder, port));
  }

  /** Ends a temporary server as a person does: sessions end, standbys get all there is. */
  public void shutDown() {
    cluster.stop();
  }

  /**
   * The server that keeps its data in this folder: made on first use, started if it doesn't run,
   * and otherwise the running one, whoever started it. It goes on when this JVM ends.
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

  /** Stops a server left running on this folder, if there is one. */
  public static void stopAt(Path folder) {
    if (Files.isDirectory(folder.resolve("data"))) {
      Path data = folder.resolve("data");
      PostgresCluster cluster = new PostgresCluster(data, Map.of(), Host.LOOPBACK);
      new LocalPostgres(cluster, folder, 0, null).stop();
    }
  }

  /**
   * A new, empty database that compares and orders text as this language does, by ICU's rules.
   * Before PostgreSQL 15 a database has no such rules, and compares bytes.
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
    // One at a time: else two JVMs both see no database, and the second CREATE fails.
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

  /** Started by its first user. */
  private static final class Shared {
    static final LocalPostgres SERVER = temporary(Map.of());
  }
}
