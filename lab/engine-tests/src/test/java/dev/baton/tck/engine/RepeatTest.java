package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.Repeat;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.operate.PastAttempt;
import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests tasks that repeat: their last result and their history. */
final class RepeatTest {
  private static final TaskType<String, Integer> POLL =
      TaskType.of("POLL", String.class, Integer.class);
  private static final Duration SOON = Duration.ofMillis(1);

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final AtomicInteger runs = new AtomicInteger();
  private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();

  @Test
  void lastResultIsAvailableOnEachNodeDuringAndAfterRepeats() throws Exception {
    TaskDefinition<?, ?> polling =
        TaskDefinition.of(POLL)
            .outcome(
                (bank, attempt) -> {
                  int run = runs.incrementAndGet();
                  return switch (run) {
                    case 1 -> Outcome.repeat(SOON, 1);
                    case 2 -> Outcome.repeat(SOON);
                    case 3 -> Outcome.repeat(Duration.ofHours(1), 3);
                    default -> Outcome.done(4);
                  };
                });
    try (TestNode client = TestNode.on(store, b -> b.client());
        TestNode server = TestNode.on(store, b -> b.define(polling))) {
      UUID id = client.add(POLL.with("bank"));
      Waiting.until(
          "three runs",
          () -> server.baton.tasks().handle(POLL, id).lastResult().equals(Optional.of(3)));
      assertThat(client.baton.tasks().handle(POLL, id).lastResult()).contains(3);
      assertThat(client.baton.operations().task(id).content().orElseThrow().result()).isPresent();
      assertThat(client.baton.operations().task(id).attempts())
          .as("nothing was asked for")
          .isEmpty();
      client
          .baton
          .operations()
          .task(id)
          .ifUnchangedSince(client.task(id).position().version())
          .runNow();
      server.completed(id, Rule.FINISH);
      assertThat(client.baton.tasks().handle(POLL, id).lastResult()).contains(4);
      assertThat(client.baton.tasks().handle(POLL, UUID.randomUUID()).lastResult()).isEmpty();
    }
  }

  @Test
  void repeatSeesThePayloadTheResultTheAttemptAndTheTime() throws Exception {
    TaskDefinition<?, ?> polling =
        TaskDefinition.of(POLL)
            .handler(
                (bank, attempt) -> {
                  if (runs.incrementAndGet() == 1) {
                    throw new IllegalStateException("busy");
                  }
                  return runs.get();
                })
            .retry(Retry.fixed(SOON))
            .repeat(
                run -> {
                  boolean now =
                      Duration.between(run.now(), LivedTime.CLOCK.instant())
                              .abs()
                              .compareTo(Duration.ofMinutes(1))
                          < 0;
                  asked.add(run.payload() + " " + run.result() + " " + run.attempt() + " " + now);
                  return run.result() < 4 ? Optional.of(SOON) : Optional.empty();
                });
    try (TestNode node = TestNode.on(store, b -> b.define(polling))) {
      UUID id = node.add(POLL.with("bank"));
      node.completed(id, Rule.FINISH);
      assertThat(asked).containsExactly("bank 2 2 true", "bank 3 1 true", "bank 4 1 true");
      assertThat(node.baton.tasks().handle(POLL, id).lastResult()).contains(4);
    }
  }

  @Test
  void aTaskRepeatsUntilItsResultIsEnough() throws Exception {
    TaskDefinition<?, ?> polling =
        TaskDefinition.of(POLL)
            .handler((bank, attempt) -> runs.incrementAndGet())
            .repeat(Repeat.every(SOON).until(found -> found == 3));
    try (TestNode node = TestNode.on(store, b -> b.define(polling))) {
      UUID id = node.add(POLL.with("bank"));
      node.completed(id, Rule.FINISH);
      assertThat(runs).hasValue(3);
      assertThat(node.baton.tasks().handle(POLL, id).lastResult()).contains(3);
    }
  }

  @Test
  void onlyTheConfiguredNumberOfLatestAttemptsIsKept() throws Exception {
    TaskDefinition<?, ?> polling =
        TaskDefinition.of(POLL)
            .outcome(
                (bank, attempt) ->
                    switch (runs.incrementAndGet()) {
                      case 1, 2, 3, 5 -> Outcome.repeat(SOON);
                      case 4 -> Outcome.retryAfter(SOON, "bank is shut");
                      default -> Outcome.repeat(Duration.ofHours(1));
                    })
            .keepRuns(3);
    try (TestNode node = TestNode.on(store, b -> b.define(polling))) {
      UUID id = node.add(POLL.with("bank"));
      Waiting.until("six runs", () -> runs.get() == 6 && node.baton.leasedTasks() == 0);
      List<PastAttempt> latest = node.baton.operations().task(id).attempts();
      assertThat(latest)
          .extracting(PastAttempt::outcome)
          .containsExactly(LastOutcome.SUCCESS, LastOutcome.SUCCESS, LastOutcome.FAILURE);
      assertThat(latest).extracting(PastAttempt::error).containsExactly("", "", "bank is shut");
      assertThat(node.baton.operations().find(id).orElseThrow().error()).contains("bank is shut");
    }
    assertThatThrownBy(() -> polling.keepRuns(101)).isInstanceOf(IllegalArgumentException.class);
  }
}
