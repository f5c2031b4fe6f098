package dev.baton.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A cluster of PostgreSQL servers on this machine that Patroni manages: one server leads and the
 * others follow it, the first of them synchronously. Three members of etcd store which server
 * leads. Uses the programs of Debian's packages. Thread-safe.
 */
public final class LocalPatroni implements AutoCloseable {
  private static final Path POSTGRES = Path.of("/usr/lib/postgresql");
  private static final String USER = "baton";
  private static final String HOST = "127.0.0.1:";
  private static final int ETCD_SIZE = 3;

  /**
   * Patroni's settings, with its shortest {@code ttl}: the number of seconds without contact after
   * which another server leads.
   */
  private static final String SETTINGS =
      """
      scope: baton
      name: member%1$d
      restapi: {listen: '%2$s', connect_address: '%2$s'}
      etcd3: {hosts: '%3$s'}
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

  private record Member(String name, TemporaryServer patroni, Path home, int port, int rest) {}

  private final ServerUser user = ServerUser.detect();
  private final String password = UUID.randomUUID().toString();
  private final HttpClient http = HttpClient.newHttpClient();
  private final List<Integer> etcdPorts = new ArrayList<>();
  private final List<TemporaryServer> etcd = new ArrayList<>();
  private final List<Member> members = new ArrayList<>();

  private LocalPatroni() {}

  /** Returns whether Patroni, etcd and PostgreSQL are installed, as by Debian's packages. */
  public static boolean isInstalled() {
    return Command.run(List.of("patroni", "--version")).isGood()
        && Command.run(List.of("etcd", "--version")).isGood()
        && programs().isPresent();
  }

  /** Starts this number of members; returns when all of them respond. */
  public static LocalPatroni of(int size) {
    LocalPatroni cluster = new LocalPatroni();
    try {
      cluster.startEtcd();
      for (int i = 0; i < size; i++) {
        cluster.addMember(i);
      }
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /**
   * Starts three members of etcd. Each gets the addresses of the others on its command line, and
   * etcd needs two members to respond.
   */
  private void startEtcd() {
    List<String> peers = new ArrayList<>();
    for (int i = 0; i < ETCD_SIZE; i++) {
      etcdPorts.add(KillableServer.freePort());
      peers.add("http://" + HOST + KillableServer.freePort());
    }
    String all =
        IntStream.range(0, ETCD_SIZE)
            .mapToObj(each -> "etcd" + each + "=" + peers.get(each))
            .collect(Collectors.joining(","));
    for (int i = 0; i < ETCD_SIZE; i++) {
      Path home = home();
      int port = etcdPorts.get(i);
      String clients = "http://" + HOST + port;
      List<String> words = new ArrayList<>();
      words.addAll(List.of("etcd", "--name", "etcd" + i, "--initial-cluster", all));
      words.addAll(List.of("--data-dir", home.resolve("data").toString()));
      words.addAll(List.of("--listen-client-urls", clients, "--advertise-client-urls", clients));
      words.addAll(List.of("--listen-peer-urls", peers.get(i)));
      words.addAll(List.of("--initial-advertise-peer-urls", peers.get(i)));
      etcd.add(start(home, "KILL", words, () -> listens(port)));
    }
  }

  /** Returns the port of each member. */
  public List<Integer> ports() {
    return members.stream().map(Member::port).toList();
  }

  /** Returns a database of the member that leads now. */
  public DatabaseAddress leader(String database) {
    return address(leader().port(), database);
  }

  private Member leader() {
    List<Member> leading = new ArrayList<>();
    if (!Patience.until(() -> leading.addAll(members.stream().filter(this::leads).toList()))) {
      throw new IllegalStateException("No member leads");
    }
    return leading.get(0);
  }

  /**
   * Simulates a power failure of the leader's machine: its Patroni and its PostgreSQL end at once.
   */
  public void killLeader() {
    Member leader = leader();
    leader.patroni().kill();
    postgres(leader).ifPresent(TemporaryServer::endAtOnce);
  }

  /**
   * Simulates a machine that freezes: the leader's Patroni and PostgreSQL do not respond.
   *
   * @return resumes both
   */
  public Runnable pauseLeader() {
    Member leader = leader();
    ProcessHandle postgres = postgres(leader).orElseThrow();
    leader.patroni().pause();
    TemporaryServer.pause(postgres);
    return () -> {
      TemporaryServer.goOn(postgres);
      leader.patroni().goOn();
    };
  }

  /** Asks Patroni for a switchover, as an operator does. Returns when another member leads. */
  public void switchOver() {
    Member before = leader();
    BodyPublisher wanted = BodyPublishers.ofString("{\"leader\": \"" + before.name() + "\"}");
    try {
      HttpResponse<String> answer = send(ofMember(before, "/switchover").POST(wanted));
      if (answer.statusCode() != 200) {
        throw new IllegalStateException("Patroni refuses a switchover: " + answer.body());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Patroni does not respond", e);
    }
  }

  private static Optional<ProcessHandle> postgres(Member member) {
    return PostgresPid.read(member.home().resolve("data"))
        .flatMap(pid -> ProcessHandle.of(pid.pid()));
  }

  @Override
  public void close() {
    members.forEach(member -> member.patroni().stop());
    etcd.forEach(TemporaryServer::stop);
  }

  private void addMember(int number) {
    Path home = home();
    int port = KillableServer.freePort();
    int rest = KillableServer.freePort();
    Path settings = home.resolve("patroni.yml");
    String text =
        SETTINGS.formatted(
            number,
            HOST + rest,
            etcdPorts.stream().map(each -> HOST + each).collect(Collectors.joining(",")),
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
    // On SIGTERM, Patroni ends its PostgreSQL first.
    TemporaryServer patroni = start(home, "TERM", words, () -> answers(port));
    members.add(new Member("member" + number, patroni, home, port, rest));
  }

  private TemporaryServer start(
      Path home, String signal, List<String> words, BooleanSupplier isReady) {
    Path folder = Objects.requireNonNull(home.getParent());
    return TemporaryServer.start(folder, signal, user.command(words), isReady);
  }

  /** Creates a folder that the servers' user owns, inside a folder of this user. */
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

  /** Returns whether the member has the leader's key and its PostgreSQL is the primary. */
  private boolean leads(Member member) {
    try {
      return send(ofMember(member, "/primary").timeout(Duration.ofSeconds(2))).statusCode() == 200;
    } catch (IOException stopped) {
      return false;
    }
  }

  private static HttpRequest.Builder ofMember(Member member, String path) {
    return HttpRequest.newBuilder(URI.create("http://" + HOST + member.rest() + path));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
    try {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while asking Patroni", e);
    }
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

  /**
   * Returns the folder of Debian's PostgreSQL programs. It is complete, unlike the Maven artifact.
   */
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
