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
 * A throw-away MySQL 8.0 server on this machine, listening on 127.0.0.1 alone and with a random
 * password that a private file keeps, without TLS, with durable commits. Safe for use by several
 * threads. There are programs for Linux on x64, which need the system library libaio.
 */
public final class LocalMySql extends LocalServer {
  /** The server reads one statement per line. */
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
   * The server that all tests of this JVM share; it and its data are gone when the JVM ends. Skips
   * the test where no MySQL server can run.
   */
  public static LocalMySql temporary() {
    skipIfMissing();
    return Shared.SERVER;
  }

  /**
   * A throw-away server of its own, with further options of its command line. Skips the test where
   * no MySQL server can run.
   */
  public static LocalMySql anotherTemporary(String... options) {
    skipIfMissing();
    Instance instance = new Instance(TemporaryServer.newFolder("baton-mysql"), List.of(options));
    instance.initialise();
    int port = KillableServer.freePort();
    return new LocalMySql(instance, port, instance.start(port));
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
    throw new IllegalStateException("Each MySQL server here is temporary");
  }

  /** Data in one folder and the commands that work on them. */
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
        throw new UncheckedIOException("Can't make the data folder " + data, e);
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

  /** Looked for once per JVM. */
  private static final class Found {
    static final Optional<String> WHY_MISSING = find();

    private static Optional<String> find() {
      if (!Binaries.hasMySql()) {
        return Optional.of("There is no MySQL server for this platform: only for Linux on x64");
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

  /** Started by its first user. */
  private static final class Shared {
    static final LocalMySql SERVER = anotherTemporary();
  }
}
