package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.MoveResult;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RowDecision;
import dev.baton.handler.internal.RowSignals;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.jdbc.transaction.JoinedTransaction;
import dev.baton.limit.Limit;
import dev.baton.limit.Rate;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalDatabase;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import java.sql.Connection;
import java.sql.Savepoint;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests a node on every database. */
@ParameterizedClass
@MethodSource(LocalDatabase.CHOSEN)
final class NodeOnDatabaseIT extends NodesOnDatabase {
  NodeOnDatabaseIT(LocalDatabase database) {
    super(database);
  }

  /**
   * A lease that is renewed every two seconds, so that a machine that freezes for three doesn't
   * lose it.
   */
  private static final Duration STALL_PROOF = Duration.ofSeconds(6);

  @Test
  void everyCommittedTaskHasOneEffectAndEveryRolledBackOneHasNone() throws Exception {
    try (Baton baton = node().define(payout()).start();
        Baton second = node().define(payout()).start()) {
      for (int i = 0; i < 200; i++) {
        int number = i;
        try {
          transactions.run(
              transaction -> {
                Baton adder = number % 2 == 0 ? baton : second;
                TaskRequest<?, ?> request =
                    TaskType.of("PAYOUT", Bytes.class)
                        .with(Bytes.of("p" + number))
                        .key("k" + number % 3);
                adder.tasks().add(transaction, request);
                if (number % 5 == 0) {
                  throw new IllegalStateException("rolled back on purpose");
                }
              });
        } catch (IllegalStateException onPurpose) {
          assertThat(number % 5).isZero();
        }
      }
      awaitFinished(160);
    }
    assertThat(count("SELECT count(*) FROM ledger")).isEqualTo(160);
    assertThat(count("SELECT count(DISTINCT payout) FROM ledger")).isEqualTo(160);
    assertThat(count("SELECT count(*) FROM baton_task")).isZero();
    assertThat(count("SELECT count(*) FROM baton_kept")).isEqualTo(160);
  }

  @Test
  @Tag("deep")
  void twoNodesTogetherKeepALimitOfTheCluster() throws Exception {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    TaskDefinition<?, ?> limited =
        RawDefinition.of(
                "LIMITED",
                attempt -> {
                  most.accumulateAndGet(running.incrementAndGet(), Math::max);
                  // A statement takes long enough for a node that doesn't count to start a task
                  // meanwhile.
                  count("SELECT count(*) FROM ledger");
                  running.decrementAndGet();
                  return Outcome.done();
                })
            .limits(
                Limit.cluster("ALL", 4),
                Limit.cluster("PARTNER", 2).perKey(),
                Limit.clusterRate("PACE", Rate.of(1_000, Duration.ofSeconds(1)).burst(20)));
    try (Baton first = node().define(limited).start();
        Baton second = node().define(limited).start()) {
      List<? extends TaskRequest<?, ?>> requests =
          IntStream.range(0, 150)
              .mapToObj(i -> TaskRequest.of(TaskType.of("LIMITED")).key("k" + i % 3))
              .toList();
      first.tasks().addAll(requests);
      awaitFinished(150);
      assertThat(second.slotsInUse()).isLessThanOrEqualTo(4);
    }
    assertThat(most.get()).isBetween(1, 4);
    assertThat(count("SELECT count(*) FROM baton_task")).isZero();
  }

  @Test
  @Tag("deep")
  void aBacklogAddedInBulkIsDrainedByTwoNodesWithoutDoubles() throws Exception {
    TaskDefinition<?, ?> quick =
        payout().limits(Limit.node(8)).retry(Retry.fixed(Duration.ofMillis(5)));
    try (Baton first = node().define(quick).start();
        Baton second = node().define(quick).start()) {
      List<? extends TaskRequest<?, ?>> requests =
          IntStream.range(0, 1_000)
              .mapToObj(
                  i -> TaskType.of("PAYOUT", Bytes.class).with(Bytes.of("p" + i)).priority(i % 10))
              .toList();
      first.tasks().addAll(requests);
      awaitFinished(1_000);
      // No more tasks can start, but a claim that comes too late may still be running.
      assertThat(first.stop(Duration.ofSeconds(20)) && second.stop(Duration.ofSeconds(20)))
          .isTrue();
    }
    assertThat(count("SELECT count(*) FROM ledger")).isEqualTo(1_000);
    assertThat(count("SELECT count(DISTINCT payout) FROM ledger")).isEqualTo(1_000);
  }

  @Test
  void aFailedTransactionalAttemptLeavesNoEffectAndIsRetried() throws Exception {
    TaskDefinition<?, ?> failing =
        RawDefinition.transactional(
                "PAYOUT",
                (attempt, transaction) -> {
                  book(transaction, attempt.payloadText());
                  if (attempt.number() < 3) {
                    throw new IllegalStateException("bank is busy");
                  }
                  return Outcome.done();
                })
            .retry(Retry.fixed(Duration.ofMillis(20)).maxAttempts(5));
    try (Baton baton = node().define(failing).start()) {
      baton.tasks().add(TaskType.of("PAYOUT", Bytes.class).with(Bytes.of("p")));
      awaitFinished(1);
    }
    assertThat(count("SELECT count(*) FROM ledger")).isEqualTo(1);
    assertThat(count("SELECT count(*) FROM baton_attempt")).isEqualTo(2);
  }

  @Test
  void aTaskRolledBackToASavepointNeverStarts() throws Exception {
    try (Baton baton = node().define(payout()).start()) {
      transactions.run(
          transaction -> {
            Connection connection = transaction.connection();
            Savepoint savepoint = connection.setSavepoint();
            baton
                .tasks()
                .add(transaction, TaskType.of("PAYOUT", Bytes.class).with(Bytes.of("ghost")));
            connection.rollback(savepoint);
            baton
                .tasks()
                .add(transaction, TaskType.of("PAYOUT", Bytes.class).with(Bytes.of("real")));
          });
      awaitFinished(1);
    }
    assertThat(count("SELECT count(*) FROM ledger WHERE payout = 'ghost'")).isZero();
    assertThat(count("SELECT count(*) FROM ledger WHERE payout = 'real'")).isEqualTo(1);
  }

  @Test
  void aTaskAddedOnTheCallersOwnConnectionRunsAfterTheCommit() throws Exception {
    try (Baton baton = node().define(payout()).start();
        Connection connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      JoinedTransaction joined = JdbcTransactions.join(connection);
      baton.tasks().add(joined, TaskType.of("PAYOUT", Bytes.class).with(Bytes.of("told")));
      connection.commit();
      joined.committed();
      awaitFinished(1);
      // Baton gets no notice of this commit: the next poll finds the task.
      baton.tasks().add(JdbcTransactions.join(connection), payoutOf("untold"));
      connection.commit();
      connection.setAutoCommit(true);
      awaitFinished(2);
    }
    assertThat(count("SELECT count(*) FROM ledger")).isEqualTo(2);
  }

  @Test
  void aCancelledTransactionalHandlerLeavesNoEffect() throws Exception {
    CountDownLatch inHandler = new CountDownLatch(1);
    CountDownLatch cancelled = new CountDownLatch(1);
    TaskDefinition<?, ?> slow =
        RawDefinition.transactional(
            "PAYOUT",
            (attempt, transaction) -> {
              book(transaction, attempt.payloadText());
              inHandler.countDown();
              awaitUninterruptibly(cancelled);
              return Outcome.done();
            });
    try (Baton baton = node().define(slow).start()) {
      UUID id = baton.tasks().add(payoutOf("p")).taskId();
      assertThat(inHandler.await(20, TimeUnit.SECONDS)).isTrue();
      long version = baton.operations().find(id).orElseThrow().version();
      baton.operations().task(id).ifUnchangedSince(version).cancel("the customer called");
      cancelled.countDown();
      baton.stop(Duration.ofSeconds(10));
      assertThat(baton.operations().find(id).orElseThrow().status()).isEqualTo(Status.CANCELLED);
    }
    assertThat(count("SELECT count(*) FROM ledger")).isZero();
  }

  @Test
  void signalEjectsAHandlerOnAnotherNodeAndRollsItsEffectsBack() throws Exception {
    CountDownLatch inHandler = new CountDownLatch(1);
    CountDownLatch toldElsewhere = new CountDownLatch(1);
    TaskDefinition<?, ?> polling =
        RawDefinition.transactional(
            "PAYOUT",
            (attempt, transaction) -> {
              if (attempt.state().isEmpty()) {
                book(transaction, "polled");
                inHandler.countDown();
                awaitUninterruptibly(toldElsewhere);
              } else {
                book(transaction, attempt.state());
              }
              return Outcome.done();
            });
    try (Baton holder = node().define(polling.limits(Limit.node(1))).start();
        Baton client =
            Baton.builder(JdbcStore.of(pool)).transactions(transactions).client().start()) {
      UUID id = holder.tasks().add(payoutOf("p")).taskId();
      assertThat(inHandler.await(20, TimeUnit.SECONDS)).isTrue();
      try (Baton other = node().define(polling).start()) {
        MoveResult result =
            transactions.call(
                transaction -> {
                  book(transaction, "noted");
                  return RowSignals.of(client.tasks())
                      .signal(transaction, id, task -> RowDecision.goTo("told", null));
                });
        assertThat(result).isEqualTo(new MoveResult.Applied(true));
        awaitFinished(1);
        assertThat(other.operations().find(id).orElseThrow().status()).isEqualTo(Status.DONE);
      }
      toldElsewhere.countDown();
      holder.stop(Duration.ofSeconds(10));
      assertThat(RowSignals.of(client.tasks()).signal(id, task -> RowDecision.goTo("again", null)))
          .isInstanceOf(MoveResult.AlreadyFinished.class);
    }
    assertThat(count("SELECT count(*) FROM ledger WHERE payout = 'polled'")).isZero();
    assertThat(count("SELECT count(*) FROM ledger WHERE payout = 'told'")).isEqualTo(1);
    assertThat(count("SELECT count(*) FROM ledger WHERE payout = 'noted'")).isEqualTo(1);
  }

  @Test
  @Tag("deep")
  void signalForOneTaskDelaysNoOtherTaskOfItsHolder() throws Exception {
    CountDownLatch inHandlers = new CountDownLatch(2);
    CountDownLatch toldAndDone = new CountDownLatch(1);
    AtomicInteger startedAnew = new AtomicInteger();
    TaskDefinition<?, ?> slow =
        RawDefinition.of(
            "SLOW",
            attempt -> {
              if (attempt.state().equals("told")) {
                startedAnew.incrementAndGet();
                return Outcome.done();
              }
              inHandlers.countDown();
              awaitUninterruptibly(toldAndDone);
              return Outcome.done();
            });
    try (Baton baton =
        node(STALL_PROOF)
            .define(slow)
            .define(RawDefinition.of("QUICK", a -> Outcome.done()))
            .start()) {
      UUID told = baton.tasks().add(TaskRequest.of(TaskType.of("SLOW"))).taskId();
      UUID other = baton.tasks().add(TaskRequest.of(TaskType.of("SLOW"))).taskId();
      assertThat(inHandlers.await(20, TimeUnit.SECONDS)).isTrue();
      transactions.run(
          transaction -> {
            RowSignals.of(baton.tasks())
                .signal(transaction, told, task -> RowDecision.goTo("told", null));
            for (int renewals = 0; renewals < 2; renewals++) {
              addElsewhere(baton, 25);
              awaitFinished(25 * (renewals + 1));
              awaitRenewal(baton, other);
            }
          });
      awaitFinished(51);
      toldAndDone.countDown();
      awaitFinished(52);
      baton.stop(Duration.ofSeconds(10));
      assertThat(startedAnew).hasValue(1);
      assertThat(baton.operations().find(told).orElseThrow().status()).isEqualTo(Status.DONE);
      assertThat(baton.operations().find(other).orElseThrow().losses()).isZero();
    }
  }

  private static void addElsewhere(Baton baton, int count) throws InterruptedException {
    Thread adder =
        new Thread(
            () -> {
              for (int i = 0; i < count; i++) {
                baton.tasks().add(TaskRequest.of(TaskType.of("QUICK")));
              }
            });
    adder.start();
    adder.join();
  }

  private static void awaitRenewal(Baton baton, UUID id) throws InterruptedException {
    Instant leaseEnd = leaseEnd(baton, id);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    CountDownLatch pause = new CountDownLatch(1);
    while (!leaseEnd(baton, id).isAfter(leaseEnd)) {
      assertThat(System.nanoTime()).as("renewal of %s", id).isLessThan(end);
      assertThat(pause.await(5, TimeUnit.MILLISECONDS)).isFalse();
    }
  }

  private static Instant leaseEnd(Baton baton, UUID id) {
    return baton.operations().find(id).orElseThrow().nextEventAt().orElseThrow();
  }

  @Test
  void missingSchemaIsRefusedAtStartWithAHelpfulMessage() throws Exception {
    DatabaseAddress empty = database.newDatabase();
    try (HikariDataSource bare = Pools.of(empty, 10)) {
      assertThatThrownBy(() -> Baton.builder(JdbcStore.of(bare)).start())
          .hasMessageContaining("BatonSchema");
    }
  }
}
