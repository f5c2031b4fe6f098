package dev.baton.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
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

  private final Path folder = TemporaryServer.newFolder("baton-pgbouncer");
  private final Path users = folder.resolve("users");
  private final Path settings = folder.resolve("pgbouncer.ini");
  private final ServerUser user = ServerUser.detect();
  private final int port = KillableServer.freePort();
  private final String mode;
  private final DatabaseAddress address;
  private volatile TemporaryServer server;

  private LocalPgBouncer(DatabaseAddress database, String mode) throws IOException {
    this.mode = mode;
    this.address =
        new DatabaseAddress(
            database.url().replace(":" + serverPort(database) + "/", ":" + port + "/"),
            database.user(),
            database.password());
    user.admitTo(users);
    write(users, "\"" + database.user() + "\" \"" + database.password() + "\"\n");
    configure(database);
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
  public static LocalPgBouncer before(DatabaseAddress database, String mode) {
    try {
      return new LocalPgBouncer(database, mode);
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

  /** Leads to this database from now on: a new place in its settings, and RELOAD's signal. */
  public void leadTo(DatabaseAddress database) {
    try {
      configure(database);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.reload();
  }

  @Override
  public void close() {
    server.stop();
  }

  private void configure(DatabaseAddress database) throws IOException {
    write(settings, SETTINGS.formatted(serverPort(database), port, users, mode));
  }

  private void write(Path file, String text) throws IOException {
    PrivateFiles.write(file, text);
    user.own(file);
  }

  private static int serverPort(DatabaseAddress database) {
    return URI.create(database.url().substring("jdbc:".length())).getPort();
  }

  private TemporaryServer start() {
    List<String> command = user.command(List.of("pgbouncer", settings.toString()));
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
