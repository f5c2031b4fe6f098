package dev.baton.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * PostgreSQL servers on this machine, of which Patroni has one lead and the others follow, the
 * first of them synchronously; one etcd keeps who leads. With Debian's programs. Thread-safe.
 */
public final class LocalPatroni implements AutoCloseable {
  private static final Path POSTGRES = Path.of("/usr/lib/postgresql");
  private static final String USER = "baton";
  private static final String HOST = "127.0.0.1:";

  /** With Patroni's shortest {@code ttl}: after so many seconds of silence another one leads. */
  private static final String SETTINGS =
      """
      scope: baton
      name: member%1$d
      restapi: {listen: '%2$s', connect_address: '%2$s'}
      etcd3: {host: '%3$s'}
      bootstrap:
        dcs:
          ttl: 20
          loop_wait: 5
          retry_timeout: 5
          synchronous_mode: true
          postgresql:
            parameters: {max_connections: 200, fsync: 'on', synchronous_commit: 'on'}
        initdb: [encoding: UTF8, locale: C]
        pg_hba:
        - host all all 127.0.0.1/32 scram-sha-256
        - host replication all 127.0.0.1/32 scram-sha-256
      postgresql:
        listen: %4$s
        connect_address: %4$s
        data_dir: %5$s/data
        pgpass: %5$s/pgpass
        bin_dir: %6$s
        parameters: {unix_socket_directories: ''}
        authentication:
          superuser: {username: %7$s, password: %8$s}
          replication: {username: replica, password: %8$s}
      """;

  private record Member(TemporaryServer patroni, Path home, int port) {}

  private final ServerUser user = ServerUser.detect();
  private final String password = UUID.randomUUID().toString();
  private final int etcdPort = KillableServer.freePort();
  private final TemporaryServer etcd;
  private final List<Member> members = new ArrayList<>();

  private LocalPatroni() {
    Path home = home();
    String clients = "http://" + HOST + etcdPort;
    String peers = "http://" + HOST + KillableServer.freePort();
    List<String> words = new ArrayList<>();
    words.addAll(List.of("etcd", "--data-dir", home.resolve("data").toString()));
    words.addAll(List.of("--listen-client-urls", clients, "--advertise-client-urls", clients));
    words.addAll(List.of("--listen-peer-urls", peers));
    this.etcd = start(home, "KILL", words, () -> listens(etcdPort));
  }

  /** Whether Patroni, etcd and PostgreSQL are installed, as Debian's packages do it. */
  public static boolean isInstalled() {
    return Command.run(List.of("patroni", "--version")).isGood()
        && Command.run(List.of("etcd", "--version")).isGood()
        && programs().isPresent();
  }

  /** Starts so many members; returns when all answer. */
  public static LocalPatroni of(int size) {
    LocalPatroni cluster = new LocalPatroni();
    try {
      for (int i = 0; i < size; i++) {
        cluster.addMember(i);
      }
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /** Where each member listens. */
  public List<Integer> ports() {
    return members.stream().map(Member::port).toList();
  }

  /** A database of the member that leads now. */
  public DatabaseAddress leader(String database) {
    List<Member> leading = new ArrayList<>();
    if (!Patience.until(() -> leading.addAll(members.stream().filter(this::leads).toList()))) {
      throw new IllegalStateException("No member leads");
    }
    return address(leading.get(0).port(), database);
  }

  /** As when its machine loses power: its Patroni and its PostgreSQL end at once. */
  public void killLeader() {
    Member leader = members.stream().filter(this::leads).findFirst().orElseThrow();
    leader.patroni().kill();
    PostgresPid.read(leader.home().resolve("data"))
        .flatMap(pid -> ProcessHandle.of(pid.pid()))
        .ifPresent(TemporaryServer::endAtOnce);
  }

  @Override
  public void close() {
    members.forEach(member -> member.patroni().stop());
    etcd.stop();
  }

  private void addMember(int number) {
    Path home = home();
    int port = KillableServer.freePort();
    Path settings = home.resolve("patroni.yml");
    String text =
        SETTINGS.formatted(
            number,
            HOST + KillableServer.freePort(),
            HOST + etcdPort,
            HOST + port,
            home,
            programs().orElseThrow(),
            USER,
            password);
    try {
      PrivateFiles.write(settings, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    user.own(home);
    List<String> words = List.of("patroni", settings.toString());
    // Told to end, Patroni ends its PostgreSQL first.
    members.add(new Member(start(home, "TERM", words, () -> answers(port)), home, port));
  }

  private TemporaryServer start(
      Path home, String signal, List<String> words, BooleanSupplier isReady) {
    Path folder = Objects.requireNonNull(home.getParent());
    return TemporaryServer.start(folder, signal, user.command(words), isReady);
  }

  /** A folder that the servers' user owns, in one of this user's. */
  private Path home() {
    try {
      Path home = TemporaryServer.newFolder("baton-patroni").resolve("home");
      PrivateFiles.makeFolder(home);
      user.admitTo(home);
      user.own(home);
      return home;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private DatabaseAddress address(int port, String database) {
    return new DatabaseAddress("jdbc:postgresql://" + HOST + port + "/" + database, USER, password);
  }

  private boolean leads(Member member) {
    return "f".equals(ask(member.port(), "SELECT pg_is_in_recovery()"));
  }

  private boolean answers(int port) {
    return !ask(port, "SELECT 1").isEmpty();
  }

  private String ask(int port, String query) {
    try (Connection connection = address(port, "postgres").connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return rows.next() ? rows.getString(1) : "";
    } catch (SQLException notNow) {
      return "";
    }
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Where Debian has PostgreSQL's programs, all of them, unlike the Maven artifact. */
  private static Optional<Path> programs() {
    if (!Files.isDirectory(POSTGRES)) {
      return Optional.empty();
    }
    try (Stream<Path> versions = Files.list(POSTGRES)) {
      return versions
          .map(version -> version.resolve("bin"))
          .filter(bin -> Files.isExecutable(bin.resolve("pg_basebackup")))
          .max(Path::compareTo);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
