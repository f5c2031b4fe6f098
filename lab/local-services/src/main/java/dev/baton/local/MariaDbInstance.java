package dev.baton.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A MariaDB server's data folder, port and process id, with the programs that work on them. */
final class MariaDbInstance {
  /**
   * The shell script that starts a server in the background. The shell ends at once. The server
   * ignores the terminal's interrupt and outlives the JVM.
   */
  private static final String BACKGROUND =
      "umask 077; log=$1; shift; nohup \"$@\" </dev/null >>\"$log\" 2>&1 &";

  /**
   * The statement that sets the password. It comes from one of the server's own files, never from a
   * command line.
   */
  private static final String SET_PASSWORD =
      """
      UPDATE mysql.global_priv SET priv = JSON_SET(priv, '$.plugin', 'mysql_native_password',
        '$.authentication_string', PASSWORD('%s')) WHERE user = 'root';
      DELETE FROM mysql.global_priv WHERE user = '';
      """;

  private final Path base = Binaries.mariadb();
  private final Path folder;
  private final Path data;
  private final PasswordFile password;
  private final List<String> options;

  MariaDbInstance(Path folder, String... options) {
    this.options = List.of(options);
    this.folder = folder.toAbsolutePath().normalize();
    this.data = this.folder.resolve("data");
    this.password = new PasswordFile(this.folder.resolve("password"));
  }

  /** Creates the data folder if it doesn't exist. An existing folder is complete. */
  void initialise() {
    if (Files.isDirectory(data)) {
      return;
    }
    Path fresh = folder.resolve("data.new");
    PrivateFiles.delete(fresh);
    Path sql = folder.resolve("password.sql");
    try {
      PrivateFiles.makeFolder(folder);
      PrivateFiles.write(sql, SET_PASSWORD.formatted(password.make()));
      List<String> words = new ArrayList<>();
      words.addAll(List.of("sh", base.resolve("scripts/mariadb-install-db").toString()));
      words.addAll(List.of("--no-defaults", "--basedir=" + base, "--datadir=" + fresh));
      words.addAll(List.of("--auth-root-authentication-method=normal", "--skip-test-db"));
      words.addAll(List.of("--skip-name-resolve", "--force", "--extra-file=" + sql));
      words.add(temporaryFiles());
      words.addAll(asRoot());
      Command.mustRun(words);
      Files.delete(sql);
      Files.move(fresh, data, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("Can't create the data folder " + data, e);
    }
  }

  /**
   * Copies the data of this server, which must not run, for another server with the same password.
   */
  MariaDbInstance copy(Path to, String... copysOptions) {
    MariaDbInstance copy = new MariaDbInstance(to, copysOptions);
    try {
      PrivateFiles.makeFolder(copy.folder);
      PrivateFiles.write(copy.password.path(), password.read());
    } catch (IOException e) {
      throw new UncheckedIOException("Can't copy " + data, e);
    }
    Command.mustRun(List.of("cp", "-a", data.toString(), copy.data.toString()));
    return copy;
  }

  /** Returns the command that runs the server in the foreground with durable commits. */
  List<String> serverCommand(int port) {
    List<String> words = new ArrayList<>();
    // The folder where the server finds helper programs, such as Galera's.
    words.addAll(List.of("env", "PATH=" + folder + ":" + System.getenv("PATH")));
    words.addAll(List.of(base.resolve("bin/mariadbd").toString(), "--no-defaults"));
    words.addAll(List.of("--basedir=" + base, "--datadir=" + data, "--port=" + port));
    // Clients connect only through the port. Without a socket, other users find no file that they
    // could open.
    words.addAll(List.of("--pid-file=" + pidFile(), "--socket=", temporaryFiles()));
    words.addAll(List.of("--bind-address=127.0.0.1", "--skip-ssl", "--skip-name-resolve"));
    words.addAll(List.of("--max-connections=200", "--character-set-server=utf8mb4"));
    words.addAll(List.of("--innodb-flush-log-at-trx-commit=1", "--default-time-zone=+00:00"));
    words.addAll(asRoot());
    words.addAll(options);
    return words;
  }

  /** Starts the server in the background, where it outlives this JVM. Returns its port. */
  int start() {
    for (int attempt = 1; attempt <= 3; attempt++) {
      int port = KillableServer.freePort();
      writePort(port);
      List<String> words = new ArrayList<>(List.of("sh", "-c", BACKGROUND, "sh"));
      words.add(folder.resolve("server.log").toString());
      words.addAll(serverCommand(port));
      Command.mustRun(words);
      if (Patience.until(() -> servesThisData(port))) {
        return port;
      }
    }
    throw new IllegalStateException(
        "MariaDB does not start on " + data + "; see " + folder.resolve("server.log"));
  }

  /**
   * Returns the port of the server that runs on this folder. Waits for a server that is starting or
   * ending.
   */
  Optional<Integer> runningPort() {
    List<Optional<Integer>> found = new ArrayList<>();
    boolean known =
        Patience.until(
            () -> {
              Optional<Integer> port = readNumber(portFile()).map(Long::intValue);
              Optional<Integer> answering = port.filter(this::servesThisData);
              if (answering.isPresent() || !processLives()) {
                found.add(answering);
                return true;
              }
              return false;
            });
    if (!known) {
      throw new IllegalStateException(
          "A MariaDB process runs on " + data + " but accepts no connection; see its server.log");
    }
    return found.get(0);
  }

  /** Closes open connections and stops the server. Committed data remain. */
  void stop() {
    Optional<Integer> port = runningPort();
    if (port.isEmpty()) {
      return;
    }
    try (Connection connection = address(port.get(), "").connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SHUTDOWN");
    } catch (SQLException e) {
      throw new IllegalStateException("MariaDB on " + data + " refuses to stop", e);
    }
    if (!Patience.until(() -> !processLives())) {
      throw new IllegalStateException("MariaDB on " + data + " does not stop");
    }
  }

  DatabaseAddress address(int port, String database) {
    String url = "jdbc:mariadb://127.0.0.1:" + port + "/" + database;
    return new DatabaseAddress(url, "root", password.read());
  }

  boolean servesThisData(int port) {
    try (Connection connection = address(port, "").connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT @@datadir")) {
      return rows.next() && Files.isSameFile(Path.of(rows.getString(1)), data);
    } catch (SQLException | IOException notYet) {
      return false;
    }
  }

  private boolean processLives() {
    return readNumber(pidFile()).filter(pid -> Command.isRunning(pid, "mariadbd")).isPresent();
  }

  /**
   * Returns the option for a separate folder of temporary files, because a starting server deletes
   * the temporary files of other servers there.
   */
  private String temporaryFiles() {
    return "--tmpdir=" + folder;
  }

  /** Returns the option without which MariaDB and MySQL refuse to run as root. */
  static List<String> asRoot() {
    return "root".equals(System.getProperty("user.name")) ? List.of("--user=root") : List.of();
  }

  private Path pidFile() {
    return folder.resolve("server.pid");
  }

  private Path portFile() {
    return folder.resolve("server.port");
  }

  private void writePort(int port) {
    try {
      PrivateFiles.write(portFile(), String.valueOf(port));
    } catch (IOException e) {
      throw new UncheckedIOException("Can't write " + portFile(), e);
    }
  }

  /**
   * Returns the number in the file. Empty if the file is missing or incomplete; a server that ends
   * deletes its file.
   */
  private static Optional<Long> readNumber(Path file) {
    try {
      String text = Files.readString(file).strip();
      return text.matches("[0-9]+") ? Optional.of(Long.valueOf(text)) : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("Can't read " + file, e);
    }
  }
}
