package dev.baton.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.baton.local.cassandra.KeptCassandra;
import dev.baton.local.cassandra.LocalCassandra;
import dev.baton.local.cassandra.LocalCassandraCluster;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tagged as deep, since the tests of the Cassandra module start a server too. */
@Tag("deep")
class LocalCassandraIT {
  private static final int ROWS = 10;

  /** Time limit for a test: a new server needs seconds for its first table. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final String KEYSPACE =
      "CREATE KEYSPACE kept WITH replication"
          + " = {'class': 'NetworkTopologyStrategy', 'datacenter1': %d}";

  @BeforeAll
  static void cassandraRunsHere() {
    assumeThat(LocalCassandra.obstacle()).isEmpty();
  }

  @Test
  void killedServerComesBackAtItsAddressWithWhatItAcknowledged() {
    LocalCassandra server = LocalCassandra.anotherTemporary();
    long first = server.pid();
    try {
      try (CqlSession session = connect(List.of(server.address()))) {
        session.execute(KEYSPACE.formatted(1));
        session.execute("CREATE TABLE kept.note (id int PRIMARY KEY, text text)");
        for (int id = 0; id < ROWS; id++) {
          session.execute("INSERT INTO kept.note (id, text) VALUES (?, 'kept') IF NOT EXISTS", id);
        }
        server.kill();
      }
      assertThat(isAlive(first)).isFalse();
      server.restart();
      assertThat(server.pid()).isNotEqualTo(first);
      try (CqlSession session = connect(List.of(server.address()))) {
        assertThat(session.execute("SELECT id FROM kept.note").all()).hasSize(ROWS);
      }
    } finally {
      server.stop();
    }
    assertThat(isAlive(server.pid())).isFalse();
  }

  @Test
  void keptServerIsFoundAgainAndKeepsItsDataWhenItIsStopped(@TempDir Path folder) {
    KeptCassandra server = KeptCassandra.at(folder);
    try {
      try (CqlSession session = connect(List.of(server.address()))) {
        session.execute(KEYSPACE.formatted(1));
      }
      assertThat(KeptCassandra.at(folder).address()).isEqualTo(server.address());
      server.stop();
      server = KeptCassandra.at(folder);
      try (CqlSession session = connect(List.of(server.address()))) {
        assertThat(session.getMetadata().getKeyspace("kept")).isPresent();
      }
    } finally {
      server.stop();
    }
  }

  @Test
  void serverThatCanNotStartSaysWhy() {
    assertThatThrownBy(() -> LocalCassandra.anotherTemporary("-Dcassandra.config=file:///nowhere"))
        .hasMessageContaining("file:///nowhere");
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

  /** Three servers on two cores need a minute, and longer if other processes use the cores. */
  @Test
  void twoOfThreeAnswerQuorumWhileTheThirdIsKilledOrPaused() {
    try (LocalCassandraCluster cluster = LocalCassandraCluster.ofThree();
        CqlSession session = connect(cluster.addresses())) {
      session.execute(KEYSPACE.formatted(3));
      session.execute("CREATE TABLE kept.note (id int PRIMARY KEY, text text)");
      write(session, 1);

      cluster.member(2).kill();
      write(session, 2);
      cluster.member(2).restart();
      cluster.awaitAll();

      cluster.member(0).pause();
      write(session, 3);
      cluster.member(0).goOn();
      cluster.awaitAll();

      assertThat(session.execute(quorum("SELECT id FROM kept.note")).all()).hasSize(3);
    }
  }

  private static void write(CqlSession session, int id) {
    session.execute(
        quorum("INSERT INTO kept.note (id, text) VALUES (" + id + ", 'kept')").setIdempotent(true));
  }

  private static SimpleStatement quorum(String cql) {
    return SimpleStatement.newInstance(cql).setConsistencyLevel(ConsistencyLevel.QUORUM);
  }

  private static CqlSession connect(List<InetSocketAddress> addresses) {
    return CqlSession.builder()
        .addContactPoints(addresses)
        .withLocalDatacenter(LocalCassandra.DATA_CENTER)
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, PATIENCE)
                .build())
        .build();
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
  }

  /** A JVM that owns a paused server until the JVM is killed. */
  static final class Owner {
    public static void main(String[] args) throws Exception {
      LocalCassandra.temporary().pause();
      System.out.println("paused");
      System.out.flush();
      System.in.read();
    }
  }
}
