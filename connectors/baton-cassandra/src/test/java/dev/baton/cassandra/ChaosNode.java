package dev.baton.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import dev.baton.Baton;
import dev.baton.api.error.StoreException;
import dev.baton.cassandra.cql.Cql;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.limit.Limit;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * A node in a separate JVM, until the JVM is killed. Its conditional writes get no response,
 * although each is applied.
 */
final class ChaosNode {
  static final String KEYSPACE = "chaos";
  static final String TYPE = "WORK";

  /** A type with a cluster limit. */
  static final String LIMITED = "LIMITED";

  static final int LIMIT = 3;

  /** Short, so that another node soon takes the tasks of a killed or paused node. */
  static final Duration LEASE = Duration.ofSeconds(5);

  /** Long enough that all slots are used, and short enough that all tasks end. */
  private static final long LIMITED_MILLIS = 150;

  private static final int START_TRIES = 10;

  private final Process process;

  private ChaosNode(Process process) {
    this.process = process;
  }

  static ChaosNode start(List<InetSocketAddress> servers, int ledger) throws IOException {
    String addresses =
        servers.stream()
            .map(server -> server.getHostString() + ":" + server.getPort())
            .collect(Collectors.joining(","));
    return new ChaosNode(
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                ChaosNode.class.getName(),
                addresses,
                String.valueOf(ledger))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  /** Kills the process, as kill -9 does. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Sends SIGSTOP or SIGCONT. */
  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
  }

  /**
   * Runs the node. Arguments: the servers and the ledger's port. The process ends with the JVM that
   * started it.
   */
  public static void main(String[] args) throws Exception {
    List<InetSocketAddress> servers =
        Arrays.stream(args[0].split(",", -1))
            .map(server -> server.split(":", 2))
            .map(words -> new InetSocketAddress(words[0], Integer.parseInt(words[1])))
            .toList();
    int ledger = Integer.parseInt(args[1]);
    TaskDefinition<?, ?> work =
        RawDefinition.of(
            TYPE,
            attempt -> {
              ChaosLedger.work(ledger, attempt.taskId(), attempt.fencingToken());
              return Outcome.done();
            });
    TaskDefinition<?, ?> limited =
        RawDefinition.of(
                LIMITED,
                attempt -> {
                  Thread.sleep(LIMITED_MILLIS);
                  ChaosLedger.work(ledger, attempt.taskId(), attempt.fencingToken());
                  return Outcome.done();
                })
            .limits(Limit.cluster("chaos", LIMIT));
    CqlSession session = session(servers);
    Baton node = started(session, work, limited);
    while (System.in.read() >= 0) {
      // It runs until the pipe is closed.
    }
    node.stop(Duration.ZERO);
    session.close();
  }

  /** A node starts only if most replicas respond, and a fault may hit one of them meanwhile. */
  private static Baton started(CqlSession session, TaskDefinition<?, ?>... definitions) {
    for (int attempt = 1; ; attempt++) {
      try {
        return builder(session).define(definitions).start();
      } catch (StoreException away) {
        if (attempt == START_TRIES) {
          throw away;
        }
      }
    }
  }

  /** A fault may kill the server that the driver contacts first. */
  private static CqlSession session(List<InetSocketAddress> servers) {
    for (int attempt = 1; ; attempt++) {
      try {
        return TestKeyspace.session(servers);
      } catch (DriverException gone) {
        if (attempt == START_TRIES) {
          throw gone;
        }
      }
    }
  }

  static Baton.Builder builder(CqlSession session) {
    return Baton.builder(CassandraStore.of(session, KEYSPACE).sentBy(unanswered(session)))
        .settings(s -> s.poll(Duration.ofMillis(200)).lease(LEASE));
  }

  private static Cql.Sender unanswered(CqlSession session) {
    return statement ->
        isWrite(statement)
            ? session
                .executeAsync(statement)
                .handle((answer, failure) -> lost())
                .thenCompose(stage -> stage)
            : session.executeAsync(statement);
  }

  /**
   * Returns whether the statement writes tasks or their keys. Writes for leadership are not
   * disturbed, or no node would sweep.
   */
  private static boolean isWrite(Statement<?> statement) {
    if (statement instanceof BatchStatement) {
      return true;
    }
    return statement instanceof BoundStatement bound
        && bound.getPreparedStatement().getQuery().matches("(?s).*baton_key.* IF .*");
  }

  private static CompletionStage<AsyncResultSet> lost() {
    return CompletableFuture.failedStage(new DriverTimeoutException("lost by the test"));
  }
}
