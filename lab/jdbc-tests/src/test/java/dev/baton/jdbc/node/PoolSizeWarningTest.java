package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.limit.Limit;
import dev.baton.local.LocalH2;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class PoolSizeWarningTest {
  private static final int CONNECTIONS = 10;

  @Test
  void slotsOfTransactionalHandlersThatReachThePoolAreReportedAtTheStart() {
    assertThat(warnings(transactional("A")))
        .singleElement()
        .asString()
        .startsWith("Up to 20 transactional handlers")
        .contains("pool's 10 connections", "Limit.node(n)");
    assertThat(
            warnings(
                transactional("A").limits(Limit.node(6)), transactional("B").limits(Limit.node(4))))
        .singleElement()
        .asString()
        .startsWith("Up to 10 transactional handlers");
  }

  @Test
  void poolWithMoreConnectionsThanSlotsIsNotReported() {
    Limit shared = Limit.node("both", 9);
    TaskDefinition<?, ?> plain =
        TaskDefinition.of(TaskType.of("PLAIN")).handler((none, attempt) -> {});
    assertThat(
            warnings(transactional("A").limits(shared), transactional("B").limits(shared), plain))
        .isEmpty();
  }

  private static TaskDefinition<?, ?> transactional(String type) {
    return TaskDefinition.of(TaskType.of(type)).transactional((none, attempt, transaction) -> {});
  }

  private static List<String> warnings(TaskDefinition<?, ?>... definitions) {
    Logger logger = (Logger) LoggerFactory.getLogger("dev.baton.jdbc.task");
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    logger.addAppender(log);
    try (HikariDataSource pool = Pools.of(LocalH2.newDatabase(), CONNECTIONS)) {
      BatonSchema.apply(pool);
      Baton.builder(JdbcStore.of(pool)).define(definitions).start().close();
    } finally {
      logger.detachAppender(log);
    }
    return log.list.stream()
        .filter(event -> event.getLevel() == Level.WARN)
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }
}
