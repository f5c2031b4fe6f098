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
 * An Apache Cassandra 5.0 server on this machine. It is a separate process on 127.0.0.1 without a
 * password. The server syncs its commit log before it acknowledges a write. The server and its data
 * never outlive this JVM. Until then a test can kill, pause and start it any number of times.
 * Several threads may use it, but only one may kill or start it at a time. The server needs Java
 * 17.
 */
public final class LocalCassandra {
  /** The local data center to configure in drivers. */
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

  /** Settings of one server: its address twice, its port, its token, and the cluster's seeds. */
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

  /**
   * Settings of a single server, which need not wait for others. Only a busy machine makes its
   * start slow.
   */
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

  /** Returns why no server can run here, such as a missing Java 17. Empty if one can. */
  public static Optional<String> obstacle() {
    return CassandraProgram.obstacle();
  }

  /** Returns the server that all tests of this JVM share. Each test creates its own keyspace. */
  public static LocalCassandra temporary() {
    return Shared.SERVER;
  }

  /** Starts a separate temporary server with further options of its JVM's command line. */
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
        // Another process may have taken a port meanwhile.
        if (attempt == START_TRIES || !String.valueOf(e.getMessage()).contains("in use")) {
          throw e;
        }
      }
    }
  }

  /** The host of a server, and its ports for clients and for its peers. */
  record Place(Host host, int port, int storagePort) {}

  /** Returns a server that is not started yet. */
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

  /** Returns the address for clients. It does not change during the life of this object. */
  public InetSocketAddress address() {
    return address;
  }

  /** Returns the process id of the server, even after the process has ended. */
  public long pid() {
    return server.pid();
  }

  /** Sets the server's clock ahead of this machine's clock, or behind it with a negative value. */
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

  /** Kills the server with SIGKILL. Returns when it has ended; its data and address remain. */
  public void kill() {
    server.kill();
  }

  /** Pauses the server with SIGSTOP: it keeps its connections and does not respond. */
  public void pause() {
    server.pause();
  }

  /** Resumes a paused server with SIGCONT. */
  public void goOn() {
    server.goOn();
  }

  /**
   * Starts the server again with the same data and address. A server that still runs is killed
   * first. Returns when the server accepts requests.
   */
  public void restart() {
    server.restart();
  }

  /** Kills the server and deletes its data. It can't be started again. */
  public void stop() {
    server.stop();
  }

  /** The shared server, started on first use. */
  private static final class Shared {
    static final LocalCassandra SERVER = anotherTemporary();
  }
}
