package dev.baton.local.cassandra;

import dev.baton.local.Host;
import dev.baton.local.KillableServer;
import dev.baton.local.TemporaryServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * An Apache Cassandra 5.0 server on this machine, a process of its own on 127.0.0.1 without a
 * password. It syncs its commit log before it acknowledges a write, and never outlives this JVM,
 * nor do its data; until then it can be killed, paused and started again as often as one likes.
 * Safe for use by several threads, one of which kills or starts at a time. It needs Java 17.
 */
public final class LocalCassandra {
  /** What drivers want to be told as their local data center. */
  public static final String DATA_CENTER = "datacenter1";

  private static final int START_TRIES = 3;

  private static final String LOGBACK =
      """
      <configuration>
        <appender name="OUT" class="ch.qos.logback.core.ConsoleAppender">
          <encoder><pattern>%d %-5level %logger{1} %msg%n</pattern></encoder>
        </appender>
        <root level="WARN"><appender-ref ref="OUT"/></root>
      </configuration>
      """;

  /** One server: its address twice, its port, its token, the cluster's seeds. */
  private static final String SETTINGS =
      """
      cluster_name: baton
      partitioner: org.apache.cassandra.dht.Murmur3Partitioner
      endpoint_snitch: SimpleSnitch
      storage_compatibility_mode: NONE
      auto_bootstrap: false
      auto_snapshot: false
      num_tokens: 1
      commitlog_sync: batch
      commitlog_segment_size: 64MiB
      disk_failure_policy: die
      commit_failure_policy: die
      listen_address: %1$s
      rpc_address: %1$s
      native_transport_port: %2$d
      storage_port: %3$d
      initial_token: %4$d
      seed_provider:
        - class_name: org.apache.cassandra.locator.SimpleSeedProvider
          parameters:
            - seeds: "%5$s"
      """;

  /** A server alone waits for no other: only a busy machine makes it slow. */
  private static final String ALONE =
      """
      request_timeout: 20s
      read_request_timeout: 20s
      range_request_timeout: 20s
      write_request_timeout: 20s
      cas_contention_timeout: 20s
      native_transport_timeout: 30s
      """;

  private final InetSocketAddress address;
  private final Path folder;
  private final KillableServer server;

  private LocalCassandra(InetSocketAddress address, Path folder, KillableServer server) {
    this.address = address;
    this.folder = folder;
    this.server = server;
  }

  /** Why no server can run here, such as for want of Java 17; empty if one can. */
  public static Optional<String> obstacle() {
    return CassandraProgram.obstacle();
  }

  /** The server that all tests of this JVM share: each makes a keyspace of its own. */
  public static LocalCassandra temporary() {
    return Shared.SERVER;
  }

  /** A throw-away server of its own, with further options of its JVM's command line. */
  public static LocalCassandra anotherTemporary(String... options) {
    for (int attempt = 1; ; attempt++) {
      int port = KillableServer.freePort();
      int storagePort = KillableServer.freePort();
      String seeds = "127.0.0.1:" + storagePort;
      LocalCassandra cassandra =
          member(new Place(Host.LOOPBACK, port, storagePort), 0, seeds, options);
      try {
        cassandra.restart();
        return cassandra;
      } catch (IllegalStateException e) {
        cassandra.stop();
        // Somebody else may have taken a port meanwhile.
        if (attempt == START_TRIES || !String.valueOf(e.getMessage()).contains("in use")) {
          throw e;
        }
      }
    }
  }

  /** Where a server runs, and the ports for clients and for its peers. */
  record Place(Host host, int port, int storagePort) {}

  /** One that isn't started yet. */
  static LocalCassandra member(Place place, long token, String seeds, String... options) {
    InetSocketAddress address = new InetSocketAddress(place.host().address(), place.port());
    Path folder = TemporaryServer.newFolder("baton-cassandra");
    try {
      writeSettings(folder, address, place.storagePort(), token, seeds);
    } catch (IOException e) {
      throw new UncheckedIOException("Can't write the settings into " + folder, e);
    }
    List<String> command = place.host().command(CassandraProgram.command(folder, List.of(options)));
    KillableServer server = new KillableServer(folder, command, () -> CqlProbe.answers(address));
    return new LocalCassandra(address, folder, server);
  }

  static void writeSettings(
      Path folder, InetSocketAddress address, int storagePort, long token, String seeds)
      throws IOException {
    Files.writeString(folder.resolve("logback.xml"), LOGBACK);
    Files.writeString(CassandraProgram.clock(folder), "0");
    String settings =
        SETTINGS.formatted(address.getHostString(), address.getPort(), storagePort, token, seeds);
    boolean isAlone = seeds.equals(address.getHostString() + ":" + storagePort);
    Files.writeString(folder.resolve("cassandra.yaml"), isAlone ? settings + ALONE : settings);
  }

  /** Where clients connect; the same for as long as this object lives. */
  public InetSocketAddress address() {
    return address;
  }

  /** The number of the server's process, also after its end. */
  public long pid() {
    return server.pid();
  }

  /** From now on its clock is so far ahead of this machine's, or behind it. */
  public void shiftClock(Duration ahead) {
    Path clock = CassandraProgram.clock(folder);
    Path next = clock.resolveSibling("clock.new");
    try {
      Files.writeString(next, String.valueOf(ahead.toMillis()));
      Files.move(next, clock, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** SIGKILL: the server is gone when this returns; its data and address stay. */
  public void kill() {
    server.kill();
  }

  /** SIGSTOP: it keeps its connections and answers nothing. */
  public void pause() {
    server.pause();
  }

  /** SIGCONT: a paused server goes on. */
  public void goOn() {
    server.goOn();
  }

  /**
   * Starts the server again, with the data and address it had; one that runs is killed before.
   * Returns when it takes requests.
   */
  public void restart() {
    server.restart();
  }

  /** Kills the server for good and deletes its data. */
  public void stop() {
    server.stop();
  }

  /** Started by its first user. */
  private static final class Shared {
    static final LocalCassandra SERVER = anotherTemporary();
  }
}
