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
 * A Kafka broker on this machine. It is a separate process on 127.0.0.1 without a password. The
 * broker and its data never outlive this JVM. Until then a test can kill and start it any number of
 * times. Several threads may use it, but only one may kill or start it at a time.
 *
 * <p>Kafka's server is an optional dependency of this module: a module that uses this class must
 * declare {@code org.apache.kafka:kafka_2.13} itself.
 */
public final class LocalKafka {
  private static final String HOST = "127.0.0.1";
  private static final int START_TRIES = 3;
  private static final int PROBE_MILLIS = 2_000;

  /** Settings that keep a test broker small and make it restart quickly after a kill. */
  private static final Map<String, String> SMALL =
      Map.of(
          "auto.create.topics.enable", "false",
          "offsets.topic.replication.factor", "1",
          "offsets.topic.num.partitions", "1",
          "group.initial.rebalance.delay.ms", "0",
          "log.cleaner.dedupe.buffer.size", "2097152",
          // Time after which a killed broker counts as gone.
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

  /**
   * Returns the broker that all tests of this JVM share. It does not create topics on first use.
   */
  public static LocalKafka temporary() {
    return Shared.BROKER;
  }

  /**
   * Starts a separate broker with further settings, by their server.properties names, such as
   * {@code auto.create.topics.enable=true}.
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
        // Another process may have taken a port meanwhile.
        if (attempt == START_TRIES || !String.valueOf(e.getMessage()).contains("in use")) {
          throw e;
        }
      }
    }
  }

  /** Returns the address for clients: the value of {@code bootstrap.servers}. */
  public String bootstrap() {
    return bootstrap(port);
  }

  /** Returns the process id of the broker, even after the process has ended. */
  public long pid() {
    return server.pid();
  }

  /** Returns the folder of its data and log, which exists until {@link #stop}. */
  Path folder() {
    return folder;
  }

  /** Kills the broker with SIGKILL and returns when it has ended. Its data and address remain. */
  public void kill() {
    server.kill();
  }

  /**
   * Starts the broker again with the same data and address. A broker that still runs is killed
   * first. Returns when it accepts requests, some seconds later: the broker must first be sure that
   * it is the only one.
   */
  public void restart() {
    server.restart();
  }

  /** Kills the broker and deletes its data. It can't be started again. */
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

  /** The shared broker, started on first use. */
  private static final class Shared {
    static final LocalKafka BROKER = temporary(Map.of());
  }
}
