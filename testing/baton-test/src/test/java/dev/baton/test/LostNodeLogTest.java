package dev.baton.test;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Tests that the end of a test's node, which is intended, doesn't look like a failure. */
class LostNodeLogTest {
  private final Logger baton = (Logger) LoggerFactory.getLogger("dev.baton");
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void listen() {
    log.start();
    baton.addAppender(log);
  }

  @AfterEach
  void cease() {
    baton.detachAppender(log);
  }

  @Test
  void lostAndClosedNodesLogNoWarnings() {
    try (TestBaton cluster =
        TestBaton.inMemory().define(RawDefinition.of("PAY", attempt -> Outcome.done())).start()) {
      for (int i = 0; i < 3; i++) {
        cluster.add(TaskRequest.of(TaskType.of("PAY")));
        cluster.drain();
        cluster.loseNode();
        cluster.advance(Duration.ofMinutes(1));
      }
    }
    assertThat(log.list)
        .filteredOn(line -> line.getLevel().isGreaterOrEqual(Level.WARN))
        .extracting(ILoggingEvent::getFormattedMessage)
        .isEmpty();
  }
}
