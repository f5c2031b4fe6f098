package dev.baton.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.opentest4j.TestAbortedException;

/**
 * A temporary MySQL 8.0 server on this machine. It listens only on 127.0.0.1, without TLS, and its
 * commits are durable. A private file contains its random password. Safe for use by several
 * threads. The programs exist for Linux on x64 and need the system library libaio.
 */
public final class LocalMySql extends LocalServer {
  /** The initial statements. The server reads one statement per line. */
  private static final String SET_PASSWORD =
      """
      CREATE USER 'root'@'%%' IDENTIFIED WITH mysql_native_password BY '%s';
      GRANT ALL ON *.* TO 'root'@'%%' WITH GRANT OPTION;
      DROP USER 'root'@'localhost';
      """;

  private final Instance instance;

  private LocalMySql(Instance instance, int port, TemporaryServer temporary) {
    super(instance.folder, port, temporary);
    this.instance = instance;
  }

  /** Returns why no MySQL server can run here; empty if one can. */
  public static Optional<String> whyMissing() {
    return Found.WHY_MISSING;
  }

  /**
   * Returns the server that all tests of this JVM share. It and its data are deleted when the JVM
   * ends. Skips the test where no MySQL server can run.
   */
  public static LocalMySql temporary() {
    skipIfMissing();
    return Shared.SERVER;
  }

  /**
   * Starts a separate temporary server with further command line options. Skips the test where no
   * MySQL server can run.
   */
  public static LocalMySql anotherTemporary(String... options) {
    skipIfMissing();
    Instance instance = new Instance(TemporaryServer.newFolder("baton-mysql"), List.of(options));
    instance.initialise();
    int port = KillableServer.freePort();
    return new LocalMySql(instance, port, instance.start(port));
  }

  /** Creates a new, empty database whose tables use this collation unless they name another. */
  public DatabaseAddress newDatabase(String collation) {
    if (!collation.matches("[a-z0-9_]{3,60}")) {
      throw new IllegalArgumentException("Not a plain collation name: " + collation);
    }
    return newDatabaseWith(" COLLATE " + collation);
  }

  private static void skipIfMissing() {
    whyMissing()
        .ifPresent(
            why -> {
              throw new TestAbortedException(why);
            });
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
    return instance.start(port);
  }

  @Override
  void stopRunning() {
    throw new IllegalStateException("Every MySQL server here is temporary");
  }

  /** A data folder and the commands that work on it. */
  private static final class Instance {
    private final Path base = Binaries.mySql();
    private final Path folder;
    private final Path data;
    private final PasswordFile password;
    private final List<String> options;

    Instance(Path folder, List<String> options) {
      this.folder = folder;
      this.data = folder.resolve("data");
      this.password = new PasswordFile(folder.resolve("password"));
      this.options = options;
    }

    void initialise() {
      Path sql = folder.resolve("password.sql");
      try {
        PrivateFiles.write(sql, SET_PASSWORD.formatted(password.make()));
        List<String> words = command();
        words.addAll(List.of("--initialize-insecure", "--init-file=" + sql));
        Command.mustRun(words);
        Files.delete(sql);
      } catch (IOException e) {
        throw new UncheckedIOException("Can't create the data folder " + data, e);
      }
    }

    TemporaryServer start(int port) {
      List<String> words = command();
      words.addAll(List.of("--port=" + port, "--bind-address=127.0.0.1", "--mysqlx=OFF"));
      words.addAll(List.of("--socket=" + folder.resolve("socket"), "--skip-name-resolve"));
      words.addAll(List.of("--pid-file=" + folder.resolve("server.pid")));
      words.addAll(List.of("--max-connections=200", "--default-time-zone=+00:00"));
      // Without TLS the default plugin asks clients to fetch a key, which drivers refuse.
      words.add("--default-authentication-plugin=mysql_native_password");
      words.addAll(options);
      return TemporaryServer.start(folder, "KILL", words, () -> servesThisData(port));
    }

    private List<String> command() {
      List<String> words = new ArrayList<>();
      words.addAll(List.of(base.resolve("bin/mysqld").toString(), "--no-defaults"));
      words.addAll(List.of("--basedir=" + base, "--datadir=" + data, "--tmpdir=" + folder));
      words.addAll(List.of("--skip-ssl", "--auto-generate-certs=OFF"));
      words.add("--sha256-password-auto-generate-rsa-keys=OFF");
      words.add("--caching-sha2-password-auto-generate-rsa-keys=OFF");
      words.addAll(MariaDbInstance.asRoot());
      return words;
    }

    private DatabaseAddress address(int port, String database) {
      String url = "jdbc:mariadb://127.0.0.1:" + port + "/" + database;
      return new DatabaseAddress(url, "root", password.read());
    }

    private boolean servesThisData(int port) {
      try (Connection connection = address(port, "").connect();
          Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT @@datadir")) {
        return rows.next() && Files.isSameFile(Path.of(rows.getString(1)), data);
      } catch (SQLException | IOException notYet) {
        return false;
      }
    }
  }

  /** The result of the search for MySQL, done once per JVM. */
  private static final class Found {
    static final Optional<String> WHY_MISSING = find();

    private static Optional<String> find() {
      if (!Binaries.hasMySql()) {
        return Optional.of("MySQL servers exist only for Linux on x64, not for this platform");
      }
      String mysqld = Binaries.mySql().resolve("bin/mysqld").toString();
      Command.Ended version = Command.run(List.of(mysqld, "--no-defaults", "--version"));
      return version.isGood()
          ? Optional.empty()
          : Optional.of(
              "MySQL 8.0 does not start here (Debian: apt-get install libaio1 libnuma1): "
                  + version.output());
    }
  }

  /** The shared server, started on first use. */
  private static final class Shared {
    static final LocalMySql SERVER = anotherTemporary();
  }
}
