package dev.baton.kafka.test;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.kafka.receive.KafkaReceiver;
import dev.baton.kafka.send.KafkaMessage;
import dev.baton.kafka.send.KafkaSender;
import dev.baton.kafka.send.KafkaTasks;
import dev.baton.operate.PastAttempt;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.test.TestBaton;
import dev.baton.test.TestTask;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Errors about messages that can't be received or sent don't contain their content. */
class ContentStaysInsideTest {
  private static final String CANARY = "PIN-4711";

  private final Logger baton = (Logger) LoggerFactory.getLogger("dev.baton");
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final List<String> told = new CopyOnWriteArrayList<>();
  private final TestKafka kafka = new TestKafka();
  private final KafkaSender sender = kafka.sender();
  private final KafkaReceiver receiver =
      KafkaReceiver.builder("none:9092", "service")
          .tasks("parsed", "numbers", message -> task(Integer.parseInt(message.text())))
          .tasks("read", "codec", new Quoting(), Integer.class, (number, message) -> task(number))
          .tasks("refused", "types", message -> Optional.of(tooMuchContext()))
          .build();

  /** Returns a request that only the add refuses. */
  private static TaskRequest<?, ?> tooMuchContext() {
    return TaskRequest.of(TaskType.of("T")).context("a", "x".repeat(9_000));
  }

  /**
   * Throws an exception that quotes the content in its message, its cause and its suppressed
   * exception.
   */
  private static final class Quoting implements PayloadCodec {
    @Override
    public Bytes encode(Object value) {
      return Bytes.of(value.toString());
    }

    @Override
    public <T> T decode(Bytes bytes, Class<T> type) {
      RuntimeException cause = new IllegalStateException("I read " + bytes.toText());
      RuntimeException broken = new IllegalArgumentException("I read " + bytes.toText(), cause);
      broken.addSuppressed(cause);
      throw broken;
    }
  }

  private static Optional<TaskRequest<?, ?>> task(int number) {
    return Optional.of(TaskType.of("N", Bytes.class).with(Bytes.of(String.valueOf(number))));
  }

  @BeforeEach
  void listen() {
    log.start();
    baton.addAppender(log);
    baton.setLevel(Level.DEBUG);
  }

  @AfterEach
  void cease() {
    baton.detachAppender(log);
    baton.setLevel(null);
  }

  private TestBaton cluster() {
    return TestBaton.inMemory()
        .define(sender.definitions())
        .define(receiver.definitions())
        .configure(
            node ->
                node.listener(event -> told.add(event.toString()))
                    .interceptor(
                        (attempt, inner) -> {
                          try {
                            return inner.proceed();
                          } catch (Exception broken) {
                            StringWriter all = new StringWriter();
                            broken.printStackTrace(new PrintWriter(all));
                            told.add(all.toString());
                            throw broken;
                          }
                        }))
        .start();
  }

  @Test
  void unconvertibleMessageIsReportedWithoutContent() {
    try (TestBaton cluster = cluster()) {
      kafka.readBy(cluster.tasks(), receiver);
      for (String topic : List.of("numbers", "codec", "types")) {
        kafka.deliver(
            KafkaMessage.to(topic).key("k " + CANARY).value(CANARY).header("h", CANARY + "!"));
      }
      cluster.drain();
      assertThat(cluster.all())
          .hasSize(3)
          .allMatch(task -> task.status() == Status.ERROR)
          .allMatch(task -> task.content().payload().equals(Optional.of(Bytes.of(CANARY))));
      toldWithoutIt(cluster, "NumberFormatException");
    }
  }

  @Test
  void unsendableTasksAreReportedWithoutContent() {
    try (TestBaton cluster = cluster()) {
      String type = sender.definitions()[0].type().name();
      cluster.add(TaskType.of(type, Bytes.class).with(Bytes.of(CANARY)));
      kafka.failNext(new RecordTooLargeException("too large"));
      cluster.drain();
      KafkaTasks.on(cluster.tasks()).send("payouts", CANARY, CANARY, Map.of("h", CANARY));
      cluster.drain();
      assertThat(cluster.all()).hasSize(2).allMatch(task -> task.status() == Status.ERROR);
      toldWithoutIt(cluster, "The payload has no messages for Kafka");
    }
  }

  private void toldWithoutIt(TestBaton cluster, String what) {
    for (TestTask task : cluster.all()) {
      told.add(task.toString());
      told.add(cluster.baton().operations().task(task.id()).explain().toString());
      cluster.baton().operations().task(task.id()).attempts().stream()
          .map(PastAttempt::error)
          .forEach(error -> told.add(String.valueOf(error)));
    }
    for (ILoggingEvent event : List.copyOf(log.list)) {
      told.add(event.getFormattedMessage() + event.getMDCPropertyMap());
      if (event.getThrowableProxy() != null) {
        told.add(ThrowableProxyUtil.asString(event.getThrowableProxy()));
      }
    }
    assertThat(told).anyMatch(one -> one.contains(what)).noneMatch(one -> one.contains(CANARY));
  }
}
