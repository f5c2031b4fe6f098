package dev.baton.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A ZooKeeper server on this machine. It is a separate process that listens on 127.0.0.1, syncs
 * writes before it acknowledges them and never outlives this JVM. Its session timeouts can be as
 * short as a second. Safe for use by several threads.
 *
 * <p>The server's classes come from this JVM's class path: a user of this class must have {@code
 * org.apache.zookeeper:zookeeper}, {@code io.dropwizard.metrics:metrics-core} and {@code
 * org.xerial.snappy:snappy-java} among its dependencies.
 */
public final class LocalZooKeeper implements AutoCloseable {
  private static final String MAIN = "org.apache.zookeeper.server.ZooKeeperServerMain";
  private static final int ANSWER_MILLIS = 1_000;

  private final KillableServer server;
  private final int port;

  private LocalZooKeeper(KillableServer server, int port) {
    this.server = server;
    this.port = port;
  }

  /**
   * Returns the temporary server that all tests of this JVM share. The server and its data are
   * deleted when the JVM ends.
   */
  public static LocalZooKeeper temporary() {
    return Shared.SERVER;
  }

  /** Starts a separate temporary server with further settings, by their zoo.cfg names. */
  public static LocalZooKeeper temporary(Map<String, String> settings) {
    requireServerClasses();
    Path folder = TemporaryServer.newFolder("baton-zookeeper");
    int port = KillableServer.freePort();
    writeSettings(folder, port, settings);
    KillableServer server = new KillableServer(folder, command(folder), () -> answers(port));
    LocalZooKeeper zooKeeper = new LocalZooKeeper(server, port);
    try {
      server.start();
      return zooKeeper;
    } catch (RuntimeException broken) {
      server.stop();
      throw broken;
    }
  }

  /** Returns the address for clients. It does not change during the life of this object. */
  public String connectString() {
    return "127.0.0.1:" + port;
  }

  /** Kills the server with SIGKILL. Returns when it has ended; its data remain. */
  public void kill() {
    server.kill();
  }

  /** Starts a killed server on the same port and data. Returns when the server responds. */
  public void start() {
    server.start();
  }

  /** Pauses the server with SIGSTOP: it keeps its connections and does not respond. */
  public void pause() {
    server.pause();
  }

  /** Resumes a paused server with SIGCONT. */
  public void goOn() {
    server.goOn();
  }

  /** Kills the server for all its users and deletes its data. */
  public void stop() {
    server.stop();
  }

  @Override
  public void close() {
    stop();
  }

  private static List<String> command(Path folder) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx128m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Dzookeeper.admin.enableServer=false",
        "-cp",
        System.getProperty("java.class.path"),
        MAIN,
        folder.resolve("zoo.cfg").toString());
  }

  private static void writeSettings(Path folder, int port, Map<String, String> settings) {
    Map<String, String> all = new TreeMap<>();
    all.put("dataDir", folder.resolve("data").toString());
    all.put("clientPort", String.valueOf(port));
    all.put("clientPortAddress", "127.0.0.1");
    // A session timeout can't be shorter than two ticks.
    all.put("tickTime", "500");
    all.put("maxSessionTimeout", "60000");
    all.put("maxClientCnxns", "0");
    all.put("4lw.commands.whitelist", "srvr");
    all.putAll(settings);
    StringBuilder lines = new StringBuilder();
    all.forEach((name, value) -> lines.append(name).append('=').append(value).append('\n'));
    try {
      Files.writeString(folder.resolve("zoo.cfg"), lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(ANSWER_MILLIS);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), ANSWER_MILLIS);
      socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      byte[] answer = socket.getInputStream().readAllBytes();
      return new String(answer, StandardCharsets.UTF_8).startsWith("Zookeeper version");
    } catch (IOException notYet) {
      return false;
    }
  }

  private static void requireServerClasses() {
    for (String name :
        List.of(MAIN, "com.codahale.metrics.Reservoir", "org.xerial.snappy.Snappy")) {
      try {
        Class.forName(name, false, LocalZooKeeper.class.getClassLoader());
      } catch (ClassNotFoundException missing) {
        throw new IllegalStateException(
            "No ZooKeeper server on the class path: add the dependencies"
                + " org.apache.zookeeper:zookeeper, io.dropwizard.metrics:metrics-core and"
                + " org.xerial.snappy:snappy-java",
            missing);
      }
    }
  }

  /** The shared server, started on first use. */
  private static final class Shared {
    static final LocalZooKeeper SERVER = temporary(Map.of());
  }
}
