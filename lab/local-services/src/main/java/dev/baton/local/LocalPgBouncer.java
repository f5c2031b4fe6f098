package dev.baton.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * A pgbouncer process that listens on 127.0.0.1 and forwards to a PostgreSQL server. It ends when
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

  /** Returns whether the program is installed, as by Debian's package pgbouncer. */
  public static boolean isInstalled() {
    return Command.run(List.of("pgbouncer", "--version")).isGood();
  }

  /**
   * Starts a pgbouncer that forwards to this database.
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

  /** Returns the address of the same database through pgbouncer. */
  public DatabaseAddress address() {
    return address;
  }

  /** Kills pgbouncer and starts it again on the same port. */
  public void restart() {
    server.kill();
    server.handOver();
    server = start();
  }

  /**
   * Forwards to this database from now on: changes the address in the settings and sends the signal
   * for RELOAD.
   */
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
