package dev.baton.test;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.FailureLog;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Tests that an unavailable partner doesn't flood the log. */
class FailureLinesTest {
  private static final Duration A_MINUTE = Duration.ofMinutes(1);

  private final Logger failures = (Logger) LoggerFactory.getLogger("dev.baton.failures");
  private final Level before = failures.getLevel();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void listen() {
    log.start();
    failures.addAppender(log);
    failures.setAdditive(false);
    failures.setLevel(Level.INFO);
  }

  @AfterEach
  void cease() {
    failures.detachAppender(log);
    failures.setAdditive(true);
    failures.setLevel(before);
  }

  private static TaskDefinition<?, ?> failing(String type, Exception error) {
    return RawDefinition.of(
            type,
            attempt -> {
              throw error;
            })
        .retry(Retry.never());
  }

  private static void fail(TestBaton cluster, String type, int times) {
    for (int i = 0; i < times; i++) {
      cluster.add(TaskRequest.of(TaskType.of(type)));
    }
    cluster.drain();
  }

  private List<String> lines() {
    List<String> lines = log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    log.list.clear();
    return lines;
  }

  @Test
  void theFirstOfAKindAreLoggedWithTheirTraceAndTheOthersCountedOnceAMinute() {
    try (TestBaton cluster =
        TestBaton.inMemory()
            .define(
                failing("PAY", new IOException("no answer")),
                failing("MAIL", new IOException("no relay")))
            .start()) {
      fail(cluster, "PAY", 40);
      assertThat(log.list.stream().filter(line -> line.getThrowableProxy() != null)).hasSize(5);
      assertThat(lines())
          .hasSize(6)
          .last()
          .asString()
          .contains("PAY")
          .contains("one line a minute");

      cluster.advance(A_MINUTE);
      fail(cluster, "PAY", 3);
      assertThat(lines())
          .singleElement()
          .asString()
          .contains("36 more attempts of type PAY failed with java.io.IOException")
          .contains("no answer");

      fail(cluster, "MAIL", 2);
      assertThat(lines()).hasSize(2).allSatisfy(line -> assertThat(line).contains("MAIL"));

      cluster.advance(Duration.ofMinutes(11));
      fail(cluster, "PAY", 1);
      assertThat(lines())
          .satisfiesExactly(
              counted -> assertThat(counted).startsWith("2 more attempts of type PAY"),
              again -> assertThat(again).startsWith("Attempt 1 of task"));
    }
  }

  @Test
  void aLogOfOnesOwnIsToldOfEachFailure() {
    int[] told = {0};
    FailureLog own = (attempt, error, willRetry) -> told[0]++;
    try (TestBaton cluster =
        TestBaton.inMemory()
            .define(failing("PAY", new IOException("no")).logFailure(own))
            .start()) {
      fail(cluster, "PAY", 20);
      assertThat(told[0]).isEqualTo(20);
      assertThat(lines()).isEmpty();
    }
  }
}
