package dev.baton.cassandra.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AttemptsTest {
  private static final UUID TASK = new UUID(1, 1);

  @Test
  void endlesslyFailingTaskKeepsItsLatestAttempts() {
    TaskExtras extras = TaskExtras.of(Map.of("partner", "acme"), false);
    for (int attempt = 0; attempt < Attempts.MAX_KEPT + 3; attempt++) {
      extras = extras.withAttempt(Attempts.MAX_KEPT);
    }
    assertThat(Attempts.latest(TASK, extras, Integer.MAX_VALUE))
        .hasSize(Attempts.MAX_KEPT)
        .startsWith(Keys.attempt(TASK, Attempts.MAX_KEPT + 2))
        .endsWith(Keys.attempt(TASK, 3));
    assertThat(Attempts.latest(TASK, extras, 1)).hasSize(1);
    assertThat(Attempts.latest(TASK, TaskExtras.NONE, 1)).isEmpty();
    assertThat(extras.labels()).containsEntry("partner", "acme");
  }
}
