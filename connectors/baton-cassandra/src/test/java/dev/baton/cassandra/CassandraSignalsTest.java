package dev.baton.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.SignalType;
import dev.baton.api.Signals.Delivery;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.operate.WaitReason;
import dev.baton.task.Bytes;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Handlers that await signals, on nodes whose tasks are in Cassandra. */
class CassandraSignalsTest {
  private static final int PATIENCE_SECONDS = 60;
  private static final Duration LONG = Duration.ofHours(5);

  private final TestKeyspace keyspace = TestKeyspace.empty();
  private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();

  @Test
  void parkedTaskContinuesWithSignalFromAnotherNode() throws Exception {
    TaskDefinition<?, ?> pays =
        RawDefinition.of(
            "PAY",
            attempt -> {
              attempt.step("ask", () -> seen.add("asked"));
              seen.add("got " + value(attempt, "approval"));
              return Outcome.done();
            });
    try (Baton one = node(pays);
        Baton other = node(pays)) {
      UUID id = one.tasks().add(TaskRequest.of(TaskType.of("PAY"))).taskId();
      assertThat(next()).isEqualTo("asked");
      WaitReason reason = parked(one, id);
      assertThat(reason.words()).startsWith("it waits for signal approval until ");
      assertThat(other.tasks().signal(id, SignalType.of("refusal", Bytes.class), Bytes.of("")))
          .isEqualTo(Delivery.KEPT);
      assertThat(other.tasks().signal(id, SignalType.of("approval", String.class), "Ann"))
          .isEqualTo(Delivery.AWAITED);
      assertThat(next()).isEqualTo("got Ann");
      while (one.tasks().signal(id, SignalType.of("approval", Bytes.class), Bytes.of(""))
          != Delivery.ALREADY_FINISHED) {
        Thread.sleep(20);
      }
      assertThat(
              one.tasks()
                  .signal(UUID.randomUUID(), SignalType.of("approval", Bytes.class), Bytes.of("")))
          .isEqualTo(Delivery.NOT_FOUND);
      assertThat(seen).isEmpty();
    }
  }

  @Test
  void earlySignalsAreKeptAndEachRunReadsItsOwn() throws Exception {
    CountDownLatch sent = new CountDownLatch(1);
    TaskDefinition<?, ?> repeats =
        RawDefinition.of(
            "PAY",
            attempt -> {
              sent.await();
              String value = value(attempt, "a");
              seen.add(value);
              return value.equals("3") ? Outcome.done() : Outcome.repeat(Duration.ZERO);
            });
    try (Baton node = node(repeats)) {
      UUID id = node.tasks().add(TaskRequest.of(TaskType.of("PAY"))).taskId();
      for (String value : List.of("1", "2", "3")) {
        assertThat(node.tasks().signal(id, SignalType.of("a", String.class), value))
            .isEqualTo(Delivery.KEPT);
      }
      sent.countDown();
      assertThat(List.of(next(), next(), next())).containsExactly("1", "2", "3");
    }
  }

  @Test
  void expiredWaitHasNoSignalEvenAfterRetry() throws Exception {
    TaskDefinition<?, ?> impatient =
        RawDefinition.of(
                "PAY",
                attempt -> {
                  seen.add(
                      String.valueOf(
                          attempt
                              .awaitSignal(SignalType.of("a", Bytes.class), Duration.ofMillis(50))
                              .isPresent()));
                  if (attempt.number() == 1) {
                    throw new IllegalStateException("once");
                  }
                  return Outcome.done();
                })
            .retry(Retry.fixed(Duration.ZERO).maxAttempts(2));
    try (Baton node = node(impatient)) {
      node.tasks().add(TaskRequest.of(TaskType.of("PAY")));
      assertThat(List.of(next(), next())).containsExactly("false", "false");
    }
  }

  private static String value(Attempt attempt, String name) {
    return attempt.awaitSignal(SignalType.of(name, String.class), LONG).orElse("-");
  }

  private String next() throws InterruptedException {
    return String.valueOf(seen.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
  }

  private static WaitReason parked(Baton node, UUID id) throws InterruptedException {
    WaitReason reason = node.operations().task(id).explain().reasons().get(0);
    for (int i = 0; !(reason instanceof WaitReason.AwaitsSignal) && i < 1_000; i++) {
      Thread.sleep(20);
      reason = node.operations().task(id).explain().reasons().get(0);
    }
    return reason;
  }

  private Baton node(TaskDefinition<?, ?> definition) {
    return keyspace.baton().define(definition).start();
  }
}
