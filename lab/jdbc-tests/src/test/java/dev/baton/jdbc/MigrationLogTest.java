package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class MigrationLogTest {

  @Test
  void theNodeThatMakesTheTablesSaysSoInOneLineAndTheOthersNothing() {
    Logger logger = (Logger) LoggerFactory.getLogger("dev.baton.jdbc");
    Level before = logger.getLevel();
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    logger.addAppender(log);
    logger.setLevel(Level.INFO);
    try (HikariDataSource database = TestDatabase.H2.newPool()) {
      BatonSchema.apply(database);
      BatonSchema.apply(database);
    } finally {
      logger.detachAppender(log);
      logger.setLevel(before);
    }
    assertThat(log.list)
        .singleElement()
        .extracting(ILoggingEvent::getFormattedMessage)
        .isEqualTo("Created Baton's tables, version " + BatonSchema.version());
  }
}
