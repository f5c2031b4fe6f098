package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.SignalType;
import dev.baton.api.Signals.Delivery;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.TaskParkedError;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RawHandler;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.local.LocalDatabase;
import dev.baton.operate.TaskInfo;
import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests handlers that await signals, on every database, while nodes come and go. */
@Tag("deep")
@ParameterizedClass
@MethodSource(LocalDatabase.CHOSEN)
final class AwaitSignalIT extends NodesOnDatabase {
  private static final Duration LONG = Duration.ofHours(1);
  private static final Duration SHORT = Duration.ofSeconds(2);

  private final ConcurrentLinkedQueue<Optional<String>> got = new ConcurrentLinkedQueue<>();
  private final AtomicInteger asked = new AtomicInteger();

  AwaitSignalIT(LocalDatabase database) {
    super(database);
  }

  @Test
  void aSignalCountsWhetherItComesBeforeTheWaitWhileItIsWrittenOrLater() throws Exception {
    try (Baton client =
        Baton.builder(JdbcStore.of(pool)).transactions(transactions).client().start()) {
      UUID before =
          client.tasks().add(TaskType.of("PAY", Bytes.class).with(Bytes.of("before"))).taskId();
      assertThat(client.tasks().signal(before, SignalType.of("go", String.class), "before"))
          .isEqualTo(Delivery.KEPT);
      UUID meanwhile =
          client.tasks().add(TaskType.of("PAY", Bytes.class).with(Bytes.of("meanwhile"))).taskId();
      UUID later =
          client.tasks().add(TaskType.of("PAY", Bytes.class).with(Bytes.of("later"))).taskId();
      RawHandler.Sync sent =
          attempt -> {
            try {
              return asksAndAwaits(attempt, LONG);
            } catch (TaskParkedError waits) {
              if (attempt.payloadText().equals("meanwhile")) {
                // The wait isn't written yet.
                assertThat(
                        client
                            .tasks()
                            .signal(meanwhile, SignalType.of("go", String.class), "meanwhile"))
                    .isEqualTo(Delivery.KEPT);
              }
              throw waits;
            }
          };
      try (Baton node = node().define(RawDefinition.of("PAY", sent)).start()) {
        awaitFinished(2);
        awaitParked(node, later);
        assertThat(client.tasks().signal(later, SignalType.of("go", String.class), "later"))
            .isEqualTo(Delivery.AWAITED);
        awaitFinished(3);
        assertThat(client.tasks().signal(later, SignalType.of("go", Bytes.class), Bytes.of("")))
            .isEqualTo(Delivery.ALREADY_FINISHED);
      }
    }
    assertThat(got)
        .containsExactlyInAnyOrder(
            Optional.of("before"), Optional.of("meanwhile"), Optional.of("later"));
    assertThat(asked).hasValue(3);
    assertThat(count("SELECT count(*) FROM baton_note")).isZero();
  }

  @Test
  void waitSurvivesTheNodeThatBeganIt() throws Exception {
    TaskDefinition<?, ?> pays = RawDefinition.of("PAY", attempt -> asksAndAwaits(attempt, LONG));
    CrashingNode first = new CrashingNode(pays);
    UUID byOther = first.baton.tasks().add(TaskRequest.of(TaskType.of("PAY"))).taskId();
    UUID byNobody = first.baton.tasks().add(TaskRequest.of(TaskType.of("PAY"))).taskId();
    awaitParked(first.baton, byOther);
    awaitParked(first.baton, byNobody);
    first.crash();
    try (Baton client =
        Baton.builder(JdbcStore.of(pool)).transactions(transactions).client().start()) {
      // Sent while no node runs, and while another node runs.
      assertThat(client.tasks().signal(byNobody, SignalType.of("go", String.class), "1"))
          .isEqualTo(Delivery.AWAITED);
      try (Baton second = node().define(pays).start()) {
        awaitFinished(1);
        assertThat(second.tasks().signal(byOther, SignalType.of("go", String.class), "2"))
            .isEqualTo(Delivery.AWAITED);
        awaitFinished(2);
      }
    }
    first.end();
    assertThat(got).containsExactly(Optional.of("1"), Optional.of("2"));
    assertThat(asked).hasValue(2);
  }

  @Test
  void aNodeThatCrashesAfterItsSignalWasReadLeavesTheSignalToTheNext() throws Exception {
    CountDownLatch read = new CountDownLatch(1);
    CountDownLatch crashed = new CountDownLatch(1);
    AtomicInteger runs = new AtomicInteger();
    TaskDefinition<?, ?> pays =
        RawDefinition.of(
            "PAY",
            attempt -> {
              Outcome<?> outcome = asksAndAwaits(attempt, LONG);
              if (runs.incrementAndGet() == 1) {
                read.countDown();
                awaitUninterruptibly(crashed);
              }
              return outcome;
            });
    CrashingNode first = new CrashingNode(pays);
    UUID id = first.baton.tasks().add(TaskRequest.of(TaskType.of("PAY"))).taskId();
    awaitParked(first.baton, id);
    assertThat(first.baton.tasks().signal(id, SignalType.of("go", String.class), "once"))
        .isEqualTo(Delivery.AWAITED);
    assertThat(read.await(60, TimeUnit.SECONDS)).isTrue();
    first.crash();
    try (Baton second = node(Duration.ofSeconds(2)).define(pays).start()) {
      awaitFinished(1);
      assertThat(second.operations().find(id).orElseThrow().status()).isEqualTo(Status.DONE);
    }
    crashed.countDown();
    first.end();
    assertThat(got).containsExactly(Optional.of("once"), Optional.of("once"));
    assertThat(asked).hasValue(1);
  }

  @Test
  void aWaitWhoseNodeCrashedEndsInTimeAndALateSignalIsForTheNextWait() throws Exception {
    TaskDefinition<?, ?> pays =
        RawDefinition.of(
            "PAY",
            attempt -> {
              Outcome<?> outcome = asksAndAwaits(attempt, SHORT);
              got.add(attempt.awaitSignal(SignalType.of("go", String.class), LONG));
              return outcome;
            });
    CrashingNode first = new CrashingNode(pays);
    UUID id = first.baton.tasks().add(TaskRequest.of(TaskType.of("PAY"))).taskId();
    awaitParked(first.baton, id);
    first.crash();
    try (Baton second = node().define(pays).start()) {
      awaitParked(second, id, Duration.ofMinutes(5));
      assertThat(second.tasks().signal(id, SignalType.of("go", String.class), "late"))
          .isEqualTo(Delivery.AWAITED);
      awaitFinished(1);
    }
    first.end();
    List<Optional<String>> all = List.copyOf(got);
    assertThat(all).hasSizeGreaterThan(1).last().isEqualTo(Optional.of("late"));
    assertThat(all.subList(0, all.size() - 1)).containsOnly(Optional.empty());
    assertThat(asked).hasValue(1);
  }

  private Outcome<?> asksAndAwaits(Attempt attempt, Duration time) throws Exception {
    attempt.step("ask", () -> asked.incrementAndGet());
    got.add(attempt.awaitSignal(SignalType.of("go", String.class), time));
    return Outcome.done();
  }

  private static void awaitParked(Baton baton, UUID id) throws InterruptedException {
    awaitParked(baton, id, Duration.ZERO);
  }

  /** Waits until the task waits, for at least this long. */
  private static void awaitParked(Baton baton, UUID id, Duration least)
      throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    CountDownLatch pause = new CountDownLatch(1);
    while (!isParked(baton.operations().find(id).orElseThrow(), least)) {
      assertThat(System.nanoTime()).as("wait of %s", id).isLessThan(end);
      assertThat(pause.await(5, TimeUnit.MILLISECONDS)).isFalse();
    }
  }

  private static boolean isParked(TaskInfo task, Duration least) {
    return task.status() == Status.WAITING
        && task.lastOutcome().equals(Optional.of(LastOutcome.CONTINUES))
        && (least.isZero() || task.runAt().orElseThrow().isAfter(Instant.now().plus(least)));
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
