package dev.baton.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SystemRuntimeTest {

  @Test
  void attemptsRunOnThePoolWhereVirtualThreadsAreNotWanted() throws Exception {
    CompletableFuture<String> seen = new CompletableFuture<>();
    var worker =
        new SystemRuntime(1, false)
            .startAttempt("attempt", () -> seen.complete(Thread.currentThread().getName()));
    assertThat(seen.get(60, TimeUnit.SECONDS)).startsWith("baton-attempt-");
    assertThat(worker.join(Duration.ofSeconds(60))).isTrue();
  }
}
