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

/** MariaDB's programs at work on one folder: its data, its port, its process number. */
final class MariaDbInstance {
  /** The shell ends at once; the server ignores the terminal's interrupt and outlives the JVM. */
  private static final String BACKGROUND =
      "umask 077; log=$1; shift; nohup \"$@\" </dev/null >>\"$log\" 2>&1 &";

  /** Its users have no passwords until the server's own files, never a command line, say so. */
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

  /** Makes the data folder if it isn't there; a folder that exists is complete. */
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
      throw new UncheckedIOException("Can't make the data folder " + data, e);
    }
  }

  /** A copy of the data of this server, which must not run, for another with its password. */
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

  /** The command that runs the server in the foreground, with durable commits. */
  List<String> serverCommand(int port) {
    List<String> words = new ArrayList<>();
    // Where the server looks for programs of its own, such as Galera's.
    words.addAll(List.of("env", "PATH=" + folder + ":" + System.getenv("PATH")));
    words.addAll(List.of(base.resolve("bin/mariadbd").toString(), "--no-defaults"));
    words.addAll(List.of("--basedir=" + base, "--datadir=" + data, "--port=" + port));
    // The one way in is the port: without a socket there is no file that others could reach.
    words.addAll(List.of("--pid-file=" + pidFile(), "--socket=", temporaryFiles()));
    words.addAll(List.of("--bind-address=127.0.0.1", "--skip-ssl", "--skip-name-resolve"));
    words.addAll(List.of("--max-connections=200", "--character-set-server=utf8mb4"));
    words.addAll(List.of("--innodb-flush-log-at-trx-commit=1", "--default-time-zone=+00:00"));
    words.addAll(asRoot());
    words.addAll(options);
    return words;
  }

  /** Starts the server in the background, where it outlives this JVM; answers its port. */
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

  /** The port of the server that runs on this folder; waits for one that is starting or ending. */
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
          "A MariaDB process runs on " + data + " but takes no connection; see its server.log");
    }
    return found.get(0);
  }

  /** Ends open connections and stops; what was committed stays. */
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

  /** A server that starts deletes all temporary files of servers there. */
  private String temporaryFiles() {
    return "--tmpdir=" + folder;
  }

  /** The servers of MariaDB and MySQL run as root only with this option. */
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

  /** Empty: no such file, or one that was only begun; a server that ends takes its file along. */
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
