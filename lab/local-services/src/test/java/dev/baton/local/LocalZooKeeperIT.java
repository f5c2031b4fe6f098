package dev.baton.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tagged as deep, since the tests of the ZooKeeper module start, pause and kill a server too. */
@Tag("deep")
class LocalZooKeeperIT {
  private static final int SESSION_MILLIS = 10_000;

  @Test
  void killedServerStartsAgainWithItsDataAndSessions() throws Exception {
    try (LocalZooKeeper server = LocalZooKeeper.temporary(Map.of())) {
      String address = server.connectString();
      try (ZooKeeper client = connected(address)) {
        client.create("/kept", new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        client.create("/mine", new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL);

        server.kill();
        assertThat(servers()).isEmpty();
        server.start();

        assertThat(server.connectString()).isEqualTo(address);
        try (ZooKeeper other = connected(address)) {
          assertThat(other.exists("/kept", false)).isNotNull();
          assertThat(other.exists("/mine", false)).isNotNull();
        }
      }
    }
  }

  @Test
  void pausedServerDoesNotRespondUntilItResumes() throws Exception {
    try (LocalZooKeeper server = LocalZooKeeper.temporary(Map.of());
        ZooKeeper client = connected(server.connectString())) {
      CountDownLatch answered = new CountDownLatch(1);
      server.pause();
      client.exists("/", false, (code, path, context, stat) -> answered.countDown(), null);
      assertThat(answered.await(200, TimeUnit.MILLISECONDS)).isFalse();
      server.goOn();
      assertThat(answered.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void serverThatCanNotStartSaysWhy() {
    assertThatThrownBy(() -> LocalZooKeeper.temporary(Map.of("tickTime", "no number")))
        .hasMessageContaining("no number");
  }

  @Test
  void killedJvmLeavesNoServerBehindNotEvenAPausedOne() throws Exception {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Owner.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<ProcessHandle> started;
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(jvm.getInputStream(), StandardCharsets.UTF_8))) {
      String line = reader.readLine();
      while (line != null && !line.equals("paused")) {
        line = reader.readLine();
      }
      started = jvm.descendants().toList();
      // The shell and the server.
      assertThat(started).hasSize(2);
    } finally {
      jvm.destroyForcibly().waitFor();
    }
    assertThat(Patience.until(() -> started.stream().noneMatch(ProcessHandle::isAlive))).isTrue();
  }

  /** A JVM that owns a paused server until the JVM is killed. */
  static final class Owner {
    public static void main(String[] args) throws Exception {
      LocalZooKeeper.temporary().pause();
      System.out.println("paused");
      System.out.flush();
      System.in.read();
    }
  }

  private static List<ProcessHandle> servers() {
    return ProcessHandle.current()
        .descendants()
        .filter(process -> process.info().commandLine().orElse("").contains("ZooKeeperServerMain"))
        .filter(process -> process.info().command().orElse("").endsWith("java"))
        .toList();
  }

  private static ZooKeeper connected(String address) throws Exception {
    CountDownLatch connected = new CountDownLatch(1);
    ZooKeeper client =
        new ZooKeeper(
            address,
            SESSION_MILLIS,
            event -> {
              if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
                connected.countDown();
              }
            });
    assertThat(connected.await(30, TimeUnit.SECONDS)).isTrue();
    return client;
  }
}
