package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.SignalType;
import dev.baton.api.TaskType;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.Workflow;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.local.LocalDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests workflows on every database, while nodes come and go. */
@Tag("deep")
@ParameterizedClass
@MethodSource(LocalDatabase.CHOSEN)
final class WorkflowIT extends NodesOnDatabase {
  private static final TaskType<Integer, String> ORDER =
      TaskType.of("ORDER", Integer.class, String.class);
  private static final TaskType<Integer, String> SHIP =
      TaskType.of("SHIP", Integer.class, String.class);
  private static final SignalType<String> GO = SignalType.of("go", String.class);

  private final ConcurrentLinkedQueue<String> charged = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Integer> shipped = new ConcurrentLinkedQueue<>();

  WorkflowIT(LocalDatabase database) {
    super(database);
  }

  private String order(int parcels, Workflow flow) {
    flow.run("charge", charged::add);
    flow.sleep(Duration.ofMillis(200));
    List<String> sent = flow.callAll(IntStream.range(0, parcels).mapToObj(SHIP::with).toList(), 5);
    Optional<String> go = flow.awaitSignal(GO, Duration.ofHours(1));
    return go.orElse("-") + String.join(",", sent);
  }

  private TaskDefinition<?, ?> orders() {
    return TaskDefinition.of(ORDER).workflow(this::order);
  }

  private TaskDefinition<?, ?> ships() {
    return TaskDefinition.of(SHIP)
        .handler(
            (parcel, attempt) -> {
              shipped.add(parcel);
              return "p" + parcel;
            });
  }

  @Test
  void workflowsContinueOnOtherNodesAfterCrashesInEachOfTheirWaits() throws Exception {
    CrashingNode first = new CrashingNode(orders());
    List<UUID> ids = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      ids.add(first.baton.tasks().add(ORDER.with(i + 1)).taskId());
    }
    awaitCount("SELECT count(*) FROM baton_task WHERE type = 'ORDER' AND status = 0", 10);
    first.crash();
    try (Baton ignored = node().define(ships()).start()) {
      awaitFinished(55);
    }
    try (Baton second = node(Duration.ofSeconds(2)).define(orders()).start()) {
      for (UUID id : ids) {
        second.tasks().signal(id, GO, "go");
      }
      awaitFinished(65);
      for (int i = 0; i < 10; i++) {
        String all = String.join(",", IntStream.rangeClosed(0, i).mapToObj(p -> "p" + p).toList());
        assertThat(second.tasks().handle(ORDER, ids.get(i)).lastResult()).contains("go" + all);
      }
    }
    first.end();
    assertThat(charged).hasSize(10).doesNotHaveDuplicates();
    assertThat(shipped).hasSize(55);
  }

  @Test
  void thousandChildrenEndWhileNodesComeAndGo() throws Exception {
    UUID id;
    try (Baton one = node().define(orders(), ships()).start()) {
      id = one.tasks().add(ORDER.with(1_000)).taskId();
      one.tasks().signal(id, GO, "go");
      awaitFinished(100);
    }
    try (Baton other = node().define(orders(), ships()).start()) {
      awaitFinished(1_001);
      assertThat(other.tasks().handle(ORDER, id).lastResult().orElseThrow()).endsWith("p998,p999");
    }
    assertThat(shipped).doesNotHaveDuplicates().hasSize(1_000);
  }

  private void awaitCount(String query, long wanted) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    CountDownLatch pause = new CountDownLatch(1);
    while (count(query) != wanted) {
      assertThat(System.nanoTime()).as(query).isLessThan(end);
      assertThat(pause.await(5, TimeUnit.MILLISECONDS)).isFalse();
    }
  }

  /** A node that loses its database at once and permanently, like a killed process. */
  private final class CrashingNode {
    private final HikariDataSource own;
    final Baton baton;

    CrashingNode(TaskDefinition<?, ?> definition) {
      HikariConfig same = new HikariConfig();
      pool.copyStateTo(same);
      own = new HikariDataSource(same);
      baton =
          Baton.builder(JdbcStore.of(own))
              .transactions(JdbcTransactions.of(own))
              .settings(s -> QUICK.lease(Duration.ofSeconds(2)))
              .define(definition)
              .start();
    }

    void crash() {
      own.close();
    }

    /** Ends its threads, which a killed process wouldn't have. */
    void end() throws InterruptedException {
      baton.stop(Duration.ofMillis(100));
    }
  }
}
