package dev.baton.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class TestBatonInMemoryTest extends TestBatonContract {
  @Override
  protected TestBaton.Builder cluster() {
    return TestBaton.inMemory();
  }

  @Test
  void whatHasFinishedStaysHoweverMuchTimePasses() throws Exception {
    TaskDefinition<?, ?> kept = RawDefinition.of("KEPT", attempt -> Outcome.done());
    try (TestBaton baton = cluster().define(kept.keepDone(Duration.ofHours(1))).start()) {
      UUID id = baton.add(TaskRequest.of(TaskType.of("KEPT")));
      baton.advance(Duration.ofDays(400));
      assertThat(baton.baton().operations().find(id)).isPresent();
    }
  }
}
