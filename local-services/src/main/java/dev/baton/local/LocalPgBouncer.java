package dev.baton.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * A pgbouncer of this machine's own, listening on 127.0.0.1, before a PostgreSQL server. Gone when
 * this JVM ends. Safe for use by several threads.
 */
public final class LocalPgBouncer implements AutoCloseable {
  private static final String SETTINGS =
      """
      [databases]
      * = host=127.0.0.1 port=%d
      [pgbouncer]
      listen_addr = 127.0.0.1
      listen_port = %d
      unix_socket_dir =
      auth_type = scram-sha-256
      auth_file = %s
      pool_mode = %s
      default_pool_size = 30
      max_client_conn = 200
      ignore_startup_parameters = extra_float_digits
      server_login_retry = 1
      """;

  private final Path folder;
  private final List<String> command;
  private final DatabaseAddress address;
  private volatile TemporaryServer server;

  private LocalPgBouncer(Path folder, List<String> command, DatabaseAddress address) {
    this.folder = folder;
    this.command = command;
    this.address = address;
    this.server = start();
  }

  /** Whether the program is installed, as Debian's package pgbouncer does it. */
  public static boolean isInstalled() {
    return Command.run(List.of("pgbouncer", "--version")).isGood();
  }

  /**
   * Starts one that leads to this database.
   *
   * @param mode pgbouncer's {@code pool_mode}: session or transaction
   */
  public static LocalPgBouncer before(DatabaseAddress database, int serverPort, String mode) {
    Path folder = TemporaryServer.newFolder("baton-pgbouncer");
    Path users = folder.resolve("users");
    Path settings = folder.resolve("pgbouncer.ini");
    int port = KillableServer.freePort();
    try {
      PrivateFiles.write(users, "\"" + database.user() + "\" \"" + database.password() + "\"\n");
      PrivateFiles.write(settings, SETTINGS.formatted(serverPort, port, users, mode));
      ServerUser user = ServerUser.detect();
      user.admitTo(users);
      user.own(users);
      user.own(settings);
      return new LocalPgBouncer(
          folder,
          user.command(List.of("pgbouncer", settings.toString())),
          new DatabaseAddress(
              database.url().replace(":" + serverPort + "/", ":" + port + "/"),
              database.user(),
              database.password()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same database, through it. */
  public DatabaseAddress address() {
    return address;
  }

  /** Kills it, and starts it again on its port. */
  public void restart() {
    server.kill();
    server.handOver();
    server = start();
  }

  @Override
  public void close() {
    server.stop();
  }

  private TemporaryServer start() {
    return TemporaryServer.start(folder, "KILL", command, this::answers);
  }

  private boolean answers() {
    try (Connection connection = address.connect()) {
      return connection.isValid(1);
    } catch (SQLException notYet) {
      return false;
    }
  }
}
