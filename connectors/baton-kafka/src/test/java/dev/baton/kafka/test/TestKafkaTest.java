package dev.baton.kafka.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.kafka.receive.KafkaReceiver;
import dev.baton.kafka.receive.ReceivedMessage;
import dev.baton.kafka.send.KafkaMessage;
import dev.baton.kafka.send.KafkaSender;
import dev.baton.kafka.send.KafkaTasks;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.test.BatonExtension;
import dev.baton.test.TestBaton;
import dev.baton.test.TestTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests of code that sends and receives messages, without a broker. */
class TestKafkaTest {
  // region kafka
  private final TestKafka kafka = new TestKafka();
  private final KafkaSender sender = kafka.sender(); // the test cluster uses its definitions

  // endregion
  private final List<String> rates = new ArrayList<>();
  private final List<String> confirmed = new ArrayList<>();
  private final KafkaReceiver receiver =
      KafkaReceiver.builder("none:9092", "service")
          .tasks(
              "confirmations",
              "confirmations",
              message ->
                  Optional.of(TaskType.of("CONFIRM", Bytes.class).with(Bytes.of(message.text()))))
          .handle("rates", "rates", message -> rates.add(message.text()))
          .build();

  @RegisterExtension
  final BatonExtension extension =
      BatonExtension.inMemory(
          b ->
              b.define(sender.definitions())
                  .define(receiver.definitions())
                  .define(
                      RawDefinition.of(
                          "CONFIRM",
                          attempt -> {
                            confirmed.add(attempt.payloadText());
                            return Outcome.done();
                          })));

  @Test
  void sentMessagesAreKeptInOrder(TestBaton baton) {
    KafkaTasks tasks = KafkaTasks.on(baton.tasks());
    tasks.send("payouts", "ada", "1", Map.of("source", "test"));
    assertThat(kafka.sent()).isEmpty();

    baton.drain();
    tasks.send(KafkaMessage.to("payouts").value("2"), KafkaMessage.to("others").key("bob"));
    baton.drain();
    assertThat(kafka.sent("payouts"))
        .containsExactly(
            KafkaMessage.to("payouts").key("ada").value("1").header("source", "test"),
            KafkaMessage.to("payouts").value("2"));
    assertThat(kafka.sent()).hasSize(3);
  }

  @Test
  void temporaryFailureIsRetriedAndRefusedMessageStops(TestBaton baton) {
    KafkaTasks tasks = KafkaTasks.on(baton.tasks());
    kafka.failNext(new TimeoutException("away"));
    UUID late = tasks.send("payouts", "ada", "1", Map.of()).taskId();
    baton.untilEnded(late);
    assertThat(baton.task(late).attempts()).isEqualTo(2);

    kafka.failNext(new RecordTooLargeException("too large"));
    UUID refused = tasks.send("payouts", "ada", "2", Map.of()).taskId();
    baton.drain();
    assertThat(baton.task(refused).status()).isEqualTo(Status.ERROR);
    assertThat(kafka.sent()).hasSize(1);
    assertThat(kafka.pendingFailures()).isZero();
  }

  // region delivered
  @Test
  void messageDeliveredTwiceIsOneTask(TestBaton baton) {
    kafka.readBy(baton.tasks(), receiver);
    ReceivedMessage first = kafka.deliver(KafkaMessage.to("confirmations").value("p-1"));
    kafka.deliverAgain(first);
    kafka.deliver(KafkaMessage.to("confirmations").value("p-1"));
    baton.drain();
    kafka.deliverAgain(first);
    baton.advance(Duration.ofHours(1));
    assertThat(confirmed).containsExactly("p-1", "p-1");
  }

  // endregion

  @Test
  void poisonMessageIsSetAsideAndHandlersRunAtOnce(TestBaton baton) {
    kafka.readBy(baton.tasks(), receiver);
    kafka.deliver(KafkaMessage.to("rates").value("1.09"));
    assertThat(rates).containsExactly("1.09");

    kafka.deliver(KafkaMessage.to("confirmations"));
    baton.drain();
    assertThat(baton.all(KafkaReceiver.ASIDE_TYPE))
        .singleElement()
        .extracting(TestTask::status)
        .isEqualTo(Status.ERROR);
  }

  @Test
  void tooLargeMessageIsDescribedByItsTask(TestBaton baton) {
    kafka.readBy(baton.tasks(), receiver);
    kafka.deliver(KafkaMessage.to("confirmations").header("large", "x".repeat(5_000)));
    String value = "x".repeat(16 * 1024 * 1024 + 1);
    kafka.deliver(KafkaMessage.to("confirmations").key("k").value(value));
    baton.drain();
    assertThat(baton.all(KafkaReceiver.ASIDE_TYPE))
        .extracting(TestTask::lastError)
        .satisfiesExactlyInAnyOrder(
            error -> assertThat(error).contains("without its key and headers. Find it in Kafka"),
            error -> assertThat(error).contains("without its value. Find it in Kafka"));
  }

  @Test
  void messageWithoutReceiverFailsTheTest(TestBaton baton) {
    kafka.readBy(baton.tasks(), receiver);
    assertThatThrownBy(() -> kafka.deliver(KafkaMessage.to("typo").value("1")))
        .hasMessageContaining("No receiver reads the topic typo");
    assertThatThrownBy(() -> kafka.deliver(KafkaMessage.to("rates")))
        .hasMessageContaining("has no value");
  }
}
