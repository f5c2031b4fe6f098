package dev.baton.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;

/**
 * A Kafka broker on this machine, a process of its own on 127.0.0.1 without a password. It never
 * outlives this JVM, nor do its data; until then it can be killed and started again as often as one
 * likes. Safe for use by several threads, one of which kills or starts at a time.
 *
 * <p>Kafka's server is an optional dependency of this module: who uses this class declares {@code
 * org.apache.kafka:kafka_2.13} itself.
 */
public final class LocalKafka {
  private static final String HOST = "127.0.0.1";
  private static final int START_TRIES = 3;
  private static final int PROBE_MILLIS = 2_000;

  /** What one broker for tests needs to be small and soon there again after a kill. */
  private static final Map<String, String> SMALL =
      Map.of(
          "auto.create.topics.enable", "false",
          "offsets.topic.replication.factor", "1",
          "offsets.topic.num.partitions", "1",
          "group.initial.rebalance.delay.ms", "0",
          "log.cleaner.dedupe.buffer.size", "2097152",
          // How long a broker that was killed is still believed to be there.
          "broker.session.timeout.ms", "1500",
          "broker.heartbeat.interval.ms", "300");

  private final Path folder;
  private final KillableServer server;
  private final int port;

  private LocalKafka(Path folder, KillableServer server, int port) {
    this.folder = folder;
    this.server = server;
    this.port = port;
  }

  /** The broker that all tests of this JVM share; topics are not created by their mere use. */
  public static LocalKafka temporary() {
    return Shared.BROKER;
  }

  /**
   * A broker of its own with further settings, by their server.properties names, such as {@code
   * auto.create.topics.enable=true}.
   */
  public static LocalKafka temporary(Map<String, String> settings) {
    for (int attempt = 1; ; attempt++) {
      Path folder = TemporaryServer.newFolder("baton-kafka");
      int port = KillableServer.freePort();
      Path file = writeSettings(folder, port, settings);
      KillableServer server =
          new KillableServer(folder, command(file), () -> listens(port) && takesRequests(port));
      LocalKafka kafka = new LocalKafka(folder, server, port);
      try {
        kafka.restart();
        return kafka;
      } catch (IllegalStateException e) {
        kafka.stop();
        // Somebody else may have taken a port meanwhile.
        if (attempt == START_TRIES || !String.valueOf(e.getMessage()).contains("in use")) {
          throw e;
        }
      }
    }
  }

  /** Where clients connect: their {@code bootstrap.servers}. */
  public String bootstrap() {
    return bootstrap(port);
  }

  /** The number of the broker's process, also after its end. */
  public long pid() {
    return server.pid();
  }

  /** Where its data and its log are, until it is stopped. */
  Path folder() {
    return folder;
  }

  /** Kills the broker with SIGKILL; returns when it is gone. Its data and address stay. */
  public void kill() {
    server.kill();
  }

  /**
   * Starts the broker again, with the data and address it had; one that runs is killed before.
   * Returns when it takes requests, some seconds later: it must first be sure to be the only one.
   */
  public void restart() {
    server.restart();
  }

  /** Kills the broker for good and deletes its data. */
  public void stop() {
    server.stop();
  }

  private static String bootstrap(int port) {
    return HOST + ":" + port;
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(HOST, port), PROBE_MILLIS);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  private static boolean takesRequests(int port) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap(port)))) {
      DescribeClusterOptions options = new DescribeClusterOptions().timeoutMs(PROBE_MILLIS);
      return !admin.describeCluster(options).nodes().get().isEmpty();
    } catch (ExecutionException notYet) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for Kafka", e);
    }
  }

  private static List<String> command(Path settings) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx256m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Djava.awt.headless=true",
        "-cp",
        System.getProperty("java.class.path"),
        KafkaBroker.class.getName(),
        settings.toString());
  }

  private static Path writeSettings(Path folder, int port, Map<String, String> more) {
    Properties settings = new Properties();
    int controller = KillableServer.freePort();
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", "1");
    settings.put(
        "listeners",
        "PLAINTEXT://" + HOST + ":" + port + ",CONTROLLER://" + HOST + ":" + controller);
    settings.put("controller.listener.names", "CONTROLLER");
    settings.put("controller.quorum.voters", "1@" + HOST + ":" + controller);
    settings.put("log.dirs", folder.resolve("data").toString());
    settings.putAll(SMALL);
    settings.putAll(more);
    Path file = folder.resolve("server.properties");
    try (Writer writer = Files.newBufferedWriter(file)) {
      settings.store(writer, null);
    } catch (IOException e) {
      throw new UncheckedIOException("Can't write " + file, e);
    }
    return file;
  }

  /** Started by its first user. */
  private static final class Shared {
    static final LocalKafka BROKER = temporary(Map.of());
  }
}
