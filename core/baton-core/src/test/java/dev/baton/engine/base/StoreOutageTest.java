package dev.baton.engine.base;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.api.error.StoreUnavailableException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class StoreOutageTest {
  private static final StoreUnavailableException AWAY =
      new StoreUnavailableException("connection refused");
  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  private final Logger logger = (Logger) LoggerFactory.getLogger("dev.baton.engine.base");
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final StoreOutage outage = new StoreOutage();

  @BeforeEach
  void record() {
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(log);
    logger.setAdditive(true);
    logger.setLevel(null);
  }

  @Test
  void allLoopsLogOneLineWhenTheOutageBeginsAndOneWhenItEnds() {
    for (int i = 0; i < 20; i++) {
      outage.failed("sweeper", AWAY, i);
      outage.failed("pruner", AWAY, i);
    }
    outage.works("sweeper", MINUTE / 2);
    assertThat(lines()).hasSize(1).first().asString().contains("connection refused", "sweeper");
    outage.failed("pruner", AWAY, MINUTE / 2);
    outage.works("pruner", MINUTE / 2 + 1);
    assertThat(lines()).as("not calm yet").hasSize(1);
    outage.works("sweeper", MINUTE);
    outage.works("pruner", MINUTE);
    assertThat(lines())
        .hasSize(2)
        .last()
        .isEqualTo("The store is available again. It was unavailable for 30 s");
  }

  @Test
  void linesOfALongOutageComeAtGrowingIntervals() {
    for (long minute = 0; minute < 24 * 60; minute++) {
      outage.failed("sweeper", AWAY, minute * MINUTE);
    }
    assertThat(lines()).hasSizeBetween(25, 31);
    assertThat(lines().get(3)).contains("for 420 s so far");
  }

  @Test
  void storeThatComesAndGoesLogsNoMoreThanOneThatIsAway() {
    for (long second = 0; second < 60; second++) {
      outage.failed("sweeper", AWAY, second * MINUTE / 60);
      outage.works("sweeper", second * MINUTE / 60 + 1);
    }
    assertThat(lines()).hasSize(1);
  }

  @Test
  void linesAboutSingleTasksAreLimitedAndCounted() {
    LineLimit limit = new LineLimit();
    for (int i = 0; i < 10; i++) {
      limit.log(logger, org.slf4j.event.Level.WARN, i, "Task {} was lost", i);
    }
    limit.log(logger, org.slf4j.event.Level.WARN, MINUTE, "Task {} was lost", 10);
    assertThat(lines())
        .containsExactly(
            "Task 0 was lost",
            "Task 1 was lost",
            "Task 10 was lost. Before this, 8 more such lines were logged at level DEBUG");
  }

  private List<String> lines() {
    return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }
}
