package dev.baton.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.task.Bytes;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DeterminismTest {
  @Test
  void theSameTestRunsTheSameWay() {
    List<String> once = run();
    assertThat(once).isNotEmpty();
    assertThat(run()).isEqualTo(once);
  }

  /** Returns which task ran when: tasks fail, their retries have jitter, and a node crashes. */
  private static List<String> run() {
    List<String> told = new ArrayList<>();
    List<TestBaton> cluster = new ArrayList<>();
    TaskDefinition<?, ?> shaky =
        RawDefinition.of(
                "SHAKY",
                attempt -> {
                  told.add(attempt.payloadText() + " at " + cluster.get(0).now());
                  if (attempt.number() + attempt.losses() < 3) {
                    throw new IOException("not yet");
                  }
                  return Outcome.done();
                })
            .retry(Retry.exponential(Duration.ofSeconds(5)).maxAttempts(9).jitter(0.5));
    try (TestBaton baton = TestBaton.inMemory().define(shaky).start()) {
      cluster.add(baton);
      for (int i = 0; i < 10; i++) {
        baton.add(TaskType.of("SHAKY", Bytes.class).with(Bytes.of("task " + i)).key("k" + i % 3));
      }
      baton.faults().loseNodeBefore("SHAKY");
      baton.advance(Duration.ofMinutes(10));
      assertThat(baton.all()).allMatch(task -> task.status().isFinished());
    }
    return told;
  }
}
