package dev.baton.examples.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.cassandra.CassandraSchema;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import dev.baton.local.cassandra.LocalCassandra;
import dev.baton.operate.TaskFilter;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("deep")
class OutboxTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final LocalCassandra CASSANDRA = LocalCassandra.temporary();

  private final DatabaseAddress address = LocalPostgres.temporary().newDatabase();
  private final HikariDataSource database = OutboxNodes.pool(address);
  private final CqlSession session = OutboxNodes.session(CASSANDRA.address());
  private final JdbcTransactions transactions = JdbcTransactions.of(database);
  private final BlockingQueue<String> sent = new LinkedBlockingQueue<>();

  private @Nullable Baton receipts;

  @BeforeAll
  static void makeKeyspace() {
    try (CqlSession session = OutboxNodes.session(CASSANDRA.address())) {
      session.execute(
          "CREATE KEYSPACE "
              + OutboxNodes.KEYSPACE
              + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
      CassandraSchema.create(session, OutboxNodes.KEYSPACE, 1);
    }
  }

  @BeforeEach
  void start() {
    BatonSchema.apply(database);
    receipts =
        OutboxNodes.onCassandra(session)
            .define(
                TaskDefinition.of(TaskType.of("SEND_RECEIPT", Bytes.class))
                    .handler(
                        (payload, attempt) -> {
                          sent.add(attempt.taskId() + " " + attempt.key() + " " + payload.toText());
                        }))
            .start();
  }

  @AfterEach
  void end() {
    receipts().close();
    session.close();
    database.close();
  }

  @Test
  void taskIsRelayedOnlyIfItsTransactionCommits() throws Exception {
    try (Baton baton = OutboxNodes.relay(database, receipts()).start()) {
      assertThatThrownBy(
              () ->
                  transactions.run(
                      transaction -> {
                        baton.tasks().add(transaction, Outbox.request("SEND_RECEIPT", "k", "no"));
                        throw new IllegalStateException("the payout isn't covered");
                      }))
          .hasMessageContaining("covered");
      UUID committed = add(baton, "yes");
      waitForRelays(baton, 1);
      assertThat(next()).isEqualTo(committed + " k yes");
    }
    receipts().close();
    assertThat(sent).isEmpty();
  }

  @Test
  void repeatedRelaysAddNothingInAnyOrder() throws Exception {
    List<String> wanted = new ArrayList<>();
    try (Baton one = failingAtFirst().start();
        Baton other = failingAtFirst().start()) {
      for (int i = 0; i < 20; i++) {
        wanted.add(add(i % 2 == 0 ? one : other, "receipt " + i) + " k receipt " + i);
      }
      waitForRelays(one, wanted.size());
    }
    for (int i = 0; i < wanted.size(); i++) {
      assertThat(next()).isIn(wanted);
    }
    receipts().close();
    assertThat(sent).isEmpty();
  }

  @Test
  void relayKilledBetweenItsWritesIsRepeatedAndAddsNothing() throws Exception {
    UUID task;
    try (Baton client = OutboxNodes.relay(database, receipts()).client().start()) {
      task = add(client, "once");
    }
    Process killed = relayThatIsKilled();
    assertThat(killed.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(killed.exitValue()).isEqualTo(9);
    // The task has even ended before its relay is repeated.
    assertThat(next()).isEqualTo(task + " k once");
    try (Baton baton = OutboxNodes.relay(database, receipts()).start()) {
      waitForRelays(baton, 1);
      assertThat(baton.operations().find(task).orElseThrow().losses()).isEqualTo(1);
    }
    receipts().close();
    assertThat(sent).isEmpty();
  }

  private Baton.Builder failingAtFirst() {
    return OutboxNodes.relay(database, receipts())
        .interceptor(
            (attempt, inner) -> {
              var outcome = inner.proceed();
              if (attempt.number() == 1) {
                throw new IllegalStateException("after the add");
              }
              return outcome;
            });
  }

  private Process relayThatIsKilled() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            OutboxNodes.class.getName(),
            address.url(),
            address.user(),
            address.password(),
            String.valueOf(CASSANDRA.address().getPort()))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private UUID add(Baton baton, String payload) throws Exception {
    return transactions.call(
        transaction ->
            baton.tasks().add(transaction, Outbox.request("SEND_RECEIPT", "k", payload)).taskId());
  }

  private static void waitForRelays(Baton baton, int count) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    TaskFilter done = TaskFilter.all().status(Status.DONE);
    while (baton.operations().search(done).page(100).items().size() < count) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.sleep(20);
    }
  }

  private Baton receipts() {
    return Objects.requireNonNull(receipts);
  }

  private String next() throws InterruptedException {
    return String.valueOf(sent.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS));
  }
}
