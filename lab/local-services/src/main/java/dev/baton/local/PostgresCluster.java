package dev.baton.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A PostgreSQL data folder with the programs that work on it. Every client needs the password from
 * the file next to the folder.
 */
final class PostgresCluster {
  static final String USER = "baton";

  /** The settings of every server. The server acknowledges a commit only after it is on disk. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "fsync", "on",
          "synchronous_commit", "on",
          "full_page_writes", "on",
          "max_connections", "200",
          "unix_socket_directories", "",
          "timezone", "UTC");

  private final Path bin = Binaries.postgres().resolve("bin");
  private final ServerUser user = ServerUser.detect();
  private final Path data;
  private final PasswordFile password;
  private final Host host;
  private final Map<String, String> settings = new TreeMap<>(SETTINGS);

  PostgresCluster(Path data, Map<String, String> settings, Host host) {
    this.host = host;
    this.data = data.toAbsolutePath().normalize();
    this.password = new PasswordFile(this.data.resolveSibling("password"));
    this.settings.putAll(settings);
    this.settings.put("listen_addresses", host.address());
  }

  /** Creates the data folder if it doesn't exist. An existing folder is complete. */
  void initialise(boolean temporary) {
    if (Files.isDirectory(data)) {
      return;
    }
    Path fresh = data.resolveSibling(data.getFileName() + ".new");
    PrivateFiles.delete(fresh);
    try {
      PrivateFiles.makeFolder(fresh);
      user.admitTo(fresh);
      password.make();
      user.own(fresh);
      user.own(password.path());
      List<String> words = new ArrayList<>();
      words.addAll(List.of(bin.resolve("initdb").toString(), "-D", fresh.toString()));
      words.addAll(List.of("-U", USER, "-A", "scram-sha-256", "--pwfile=" + password.path()));
      words.addAll(List.of("--locale=C", "--encoding=UTF8"));
      if (temporary) {
        words.add("--no-sync");
      }
      Command.mustRun(user.command(words));
      admitOthers(fresh);
      Files.move(fresh, data, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("Can't create the data folder " + data, e);
    }
  }

  /**
   * Admits clients from other hosts. By default PostgreSQL admits only its own machine, but a
   * standby may run on another host.
   */
  private void admitOthers(Path fresh) throws IOException {
    if (!host.equals(Host.LOOPBACK)) {
      Files.writeString(
          fresh.resolve("pg_hba.conf"),
          "host all,replication all samenet scram-sha-256\n",
          StandardOpenOption.APPEND);
    }
  }

  /** Copies the data of the server that runs on that port. The copy can start as its standby. */
  PostgresCluster copy(Path to, int port, Host copysHost) {
    PostgresCluster copy = new PostgresCluster(to, settings, copysHost);
    StandbyFiles files = new StandbyFiles(data, copy.data);
    try (Connection connection = address(port, "postgres").connect();
        Statement statement = connection.createStatement()) {
      PrivateFiles.makeFolder(copy.data);
      user.admitTo(copy.data);
      statement.execute("SELECT pg_backup_start('baton', true)");
      files.copy();
      try (ResultSet rows = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
        rows.next();
        String way = "host=" + host.address() + " port=" + port + " user=" + USER;
        files.follow(rows.getString(1), way, password);
      }
      PrivateFiles.write(copy.password.path(), password.read());
      user.own(copy.data);
      user.own(copy.password.path());
      return copy;
    } catch (SQLException | IOException e) {
      throw new IllegalStateException("Can't copy " + data, e);
    }
  }

  /** Returns the command that runs the server in the foreground. */
  List<String> serverCommand(int port) {
    List<String> words = new ArrayList<>();
    words.addAll(List.of(bin.resolve("postgres").toString(), "-D", data.toString()));
    options(port).forEach((name, value) -> words.addAll(List.of("-c", name + "=" + value)));
    return host.command(user.command(words));
  }

  /** Starts the server in the background, where it outlives this JVM. Returns its port. */
  int start() {
    String[] trouble = {""};
    int[] port = {0};
    // A server killed a moment ago may still own its memory, and another process may take the port.
    boolean started =
        Patience.until(
            () -> {
              port[0] = KillableServer.freePort();
              removeStalePid();
              Command.Ended ended = control("start", startOptions(port[0]));
              trouble[0] = ended.output();
              return ended.isGood();
            });
    if (!started) {
      throw new IllegalStateException(
          "PostgreSQL does not start on " + data + ", see its server.log:\n" + trouble[0]);
    }
    return port[0];
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
              Optional<PostgresPid> pid = PostgresPid.read(data).filter(PostgresPid::isAlive);
              Optional<Integer> port = pid.flatMap(PostgresPid::port).filter(this::servesThisData);
              if (pid.isEmpty() || port.isPresent()) {
                found.add(port);
                return true;
              }
              return false;
            });
    if (!known) {
      throw new IllegalStateException(
          "A PostgreSQL process runs on " + data + " but accepts no client; see its server.log");
    }
    return found.get(0);
  }

  /** Closes open connections and stops the server. Committed data remain. */
  void stop() {
    if (PostgresPid.read(data).filter(PostgresPid::isAlive).isPresent()) {
      Command.Ended ended = control("stop", List.of("-m", "fast"));
      if (!ended.isGood() && PostgresPid.read(data).filter(PostgresPid::isAlive).isPresent()) {
        throw new IllegalStateException("PostgreSQL does not stop: " + ended.output());
      }
    }
  }

  DatabaseAddress address(int port, String database) {
    String url = "jdbc:postgresql://" + host.address() + ":" + port + "/" + database;
    return new DatabaseAddress(url, USER, password.read());
  }

  boolean answers(int port) {
    try (Connection connection = address(port, "postgres").connect()) {
      return connection.isValid(1);
    } catch (SQLException notYet) {
      return false;
    }
  }

  private boolean servesThisData(int port) {
    try (Connection connection = address(port, "postgres").connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SHOW data_directory")) {
      return rows.next() && Files.isSameFile(Path.of(rows.getString(1)), data);
    } catch (SQLException | IOException notYet) {
      return false;
    }
  }

  /**
   * Deletes a pid file from before a reboot. Its number may belong to another program by now, and
   * PostgreSQL would take that program for a server.
   */
  private void removeStalePid() {
    Optional<PostgresPid> pid = PostgresPid.read(data);
    if (pid.isPresent() && !pid.get().isAlive()) {
      PostgresPid.delete(data);
    }
  }

  private Command.Ended control(String verb, List<String> more) {
    List<String> words = new ArrayList<>();
    words.addAll(List.of(bin.resolve("pg_ctl").toString(), verb, "-D", data.toString()));
    words.addAll(List.of("-w", "-t", String.valueOf(Patience.LIMIT.toSeconds())));
    words.addAll(more);
    return Command.run(user.command(words));
  }

  private List<String> startOptions(int port) {
    StringBuilder text = new StringBuilder();
    options(port).forEach((name, value) -> text.append("-c ").append(option(name, value)));
    return List.of("-l", data.resolve("server.log").toString(), "-o", text.toString());
  }

  private static String option(String name, String value) {
    return "'" + name + "=" + value.replace("'", "'\\''") + "' ";
  }

  private Map<String, String> options(int port) {
    Map<String, String> options = new TreeMap<>(settings);
    options.put("port", String.valueOf(port));
    return options;
  }
}
