package dev.baton.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.operate.Operations;
import dev.baton.operate.cluster.Pause;
import dev.baton.schedule.Schedule;
import dev.baton.task.Status;
import dev.baton.task.internal.Texts;
import dev.baton.test.TestBaton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Tests names of tasks, schedules, nodes and operators, and errors and reasons, that contain
 * control characters. The log shows such a character by its number.
 */
class HostileNamesTest {
  private static final String TEXT = "a\u001b[31m\u0007\u202eb\r\nERROR forged\u2028c\u009b";

  /** A name with such characters that names may contain. */
  private static final String NAME = "a\u202eb\u2028ERROR forged\u2066c\u200bd";

  private static final Duration A_WHILE = Duration.ofHours(1);

  private final Logger baton = (Logger) LoggerFactory.getLogger("dev.baton");
  private final Logger failures = (Logger) LoggerFactory.getLogger("dev.baton.failures");
  private final Level failuresBefore = failures.getLevel();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void listen() {
    log.start();
    baton.addAppender(log);
    baton.setAdditive(false);
    baton.setLevel(Level.TRACE);
    failures.setLevel(Level.TRACE);
  }

  @AfterEach
  void cease() {
    baton.detachAppender(log);
    baton.setAdditive(true);
    baton.setLevel(null);
    failures.setLevel(failuresBefore);
  }

  private static String named(String what) {
    return what + NAME;
  }

  private static String said(String what) {
    return what + TEXT;
  }

  @Test
  void noLogLineHasThemInIt() {
    try (TestBaton cluster = cluster()) {
      cluster.add(request("fails").key(named("key")));
      cluster.add(request("again").unique(Unique.whileLive(named("unique"))));
      UUID unknown = cluster.baton().tasks().add(request("unknown")).taskId();
      UUID held = cluster.add(request("fails").onHold());
      cluster.drain();
      Operations operations = cluster.baton().operations().by(named("actor"), said("reason"));
      operations.task(held).ifUnchangedSince(version(cluster, held)).prioritize(1);
      operations.task(held).ifUnchangedSince(version(cluster, held)).cancel(said("reason"));
      cluster.baton().cluster().pause(Pause.type(named("fails")), named("reason"));
      cluster.baton().cluster().resume(Pause.type(named("fails")));
      cluster
          .baton()
          .schedules()
          .put(Schedule.fixedRate(named("schedule"), A_WHILE).adds(request("unknown")));
      cluster.advance(A_WHILE.multipliedBy(24));
      UUID failed = cluster.all(named("fails")).get(0).id();
      operations.task(failed).ifUnchangedSince(version(cluster, failed)).fail(said("reason"));
      assertThat(cluster.task(unknown).status()).isEqualTo(Status.ERROR);
    }
    assertThat(lines())
        .hasSizeGreaterThan(8)
        .anyMatch(line -> line.contains("failed and was the last"))
        .anyMatch(line -> line.contains("listenerERROR forged"))
        .anyMatch(line -> line.contains("Baton retries the task"))
        .anyMatch(line -> line.contains("cause a\\u001b[31m"))
        .noneMatch(line -> line.codePoints().anyMatch(Texts::isHarmful));
  }

  /** A message with several lines has them in a stack trace, too. */
  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (ILoggingEvent event : List.copyOf(log.list)) {
      lines.add(event.getFormattedMessage() + event.getMDCPropertyMap());
      if (event.getThrowableProxy() != null) {
        ThrowableProxyUtil.asString(event.getThrowableProxy())
            .lines()
            .map(String::strip)
            .forEach(lines::add);
      }
    }
    return lines;
  }

  private static long version(TestBaton cluster, UUID id) {
    return cluster.baton().operations().find(id).orElseThrow().version();
  }

  private static TaskRequest<?, ?> request(String type) {
    return TaskRequest.of(TaskType.of(named(type))).subType(named("sub"));
  }

  private static TestBaton cluster() {
    return TestBaton.inMemory()
        .define(
            RawDefinition.of(named("fails"), HostileNamesTest::fail).retry(Retry.never()),
            RawDefinition.of(named("again"), HostileNamesTest::fail))
        .configure(
            node ->
                node.name(named("node"))
                    .listener(
                        event -> {
                          throw new IllegalStateException("listener\rERROR forged");
                        }))
        .start();
  }

  private static Outcome<?> fail(Attempt attempt) {
    throw new IllegalStateException(said("error "), new IllegalArgumentException(said("cause ")));
  }
}
