package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.TaskDefinition;
import dev.baton.limit.Limit;
import dev.baton.limit.Rate;
import dev.baton.task.Rule;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Tests limits per key when the caller names no key: the type computes one, or the task has none.
 */
final class MissingKeyTest {
  private static final TaskType<String, Void> PAY =
      TaskType.of("PAY", String.class).key(partner -> partner.isEmpty() ? null : partner);

  @Test
  void computedKeyOfATypeCountsForItsLimitPerKey() throws Exception {
    CountDownLatch bothRun = new CountDownLatch(2);
    TaskDefinition<?, ?> pay =
        TaskDefinition.of(PAY)
            .handler(
                (partner, attempt) -> {
                  assertThat(attempt.key()).isEqualTo(partner);
                  bothRun.countDown();
                  assertThat(bothRun.await(30, TimeUnit.SECONDS)).isTrue();
                })
            .limits(Limit.node(1).perKey());
    try (TestNode node = TestNode.start(b -> b.define(pay))) {
      UUID one = node.add(PAY.with("acme"));
      UUID other = node.add(PAY.with("zoo"));
      node.completed(one, Rule.FINISH);
      node.completed(other, Rule.FINISH);
    }
  }

  @Test
  void aNodeWarnsOnceOfTasksWithoutAKeyWhereALimitCountsPerKey() throws Exception {
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    Logger log = (Logger) LoggerFactory.getLogger("dev.baton.engine.add.NewTasks");
    log.addAppender(lines);
    try (TestNode node =
        TestNode.start(
            b ->
                b.define(
                    TaskDefinition.of(PAY)
                        .handler((partner, attempt) -> {})
                        .limits(Limit.node(5), Limit.node(1).perKey()),
                    TaskDefinition.of(TaskType.of("MAIL"))
                        .handler((nothing, attempt) -> {})
                        .limits(
                            Limit.clusterRate("mail", Rate.of(100, Duration.ofSeconds(1)))
                                .perKey()),
                    TaskDefinition.of(TaskType.of("PLAIN"))
                        .handler((nothing, attempt) -> {})
                        .limits(Limit.node(1))))) {
      node.add(PAY.with("acme"));
      node.add(TaskRequest.of(TaskType.of("MAIL")).key("k"));
      node.add(TaskRequest.of(TaskType.of("PLAIN")));
      assertThat(lines.list).isEmpty();
      node.add(PAY.with(""));
      node.add(PAY.with(""));
      node.add(TaskRequest.of(TaskType.of("MAIL")));
    } finally {
      log.detachAppender(lines);
    }
    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .satisfiesExactly(
            first -> assertThat(first).contains("type PAY", "without a key", "TaskType.key(...)"),
            second -> assertThat(second).contains("type MAIL"));
  }
}
