package dev.baton.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Retry;
import dev.baton.kafka.receive.KafkaReceiver;
import dev.baton.kafka.send.KafkaMessage;
import dev.baton.kafka.send.KafkaSender;
import dev.baton.kafka.send.KafkaTasks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Kills the broker's process while tasks send messages and messages become tasks. */
@Tag("deep")
class KilledBrokerIT {
  private static final int PLAIN = 240;
  private static final int ORDERED = 48;
  private static final int SENT_BEFORE = PLAIN / 4;

  @Test
  void killedBrokerLosesNothingDuplicatesNoTaskAndKeepsOrder() throws Exception {
    TestBroker.createTopic("killed", 2);
    TestBroker.createTopic("killed-in-order", 1);
    KafkaSender sender =
        KafkaSender.builder(TestBroker.KAFKA.bootstrap())
            .producer(
                Map.of(
                    "max.block.ms", 1_000,
                    "request.timeout.ms", 1_000,
                    "delivery.timeout.ms", 1_000))
            .retry(Retry.fixed(Duration.ofMillis(100)).maxAttempts(10_000))
            .build();
    KafkaReceiver receiver =
        KafkaReceiver.builder(TestBroker.KAFKA.bootstrap(), "killed-group")
            .tasks("plain", "killed", message -> task("PLAIN", message.text()))
            .tasks("ordered", "killed-in-order", message -> task("ORDERED", message.text()))
            .build();
    try (TestNode database = TestNode.database();
        Baton baton = database.start(sender.definitions());
        sender;
        receiver) {
      KafkaTasks kafka = KafkaTasks.on(baton.tasks());
      receiver.start(baton.tasks());
      for (int number = 0; number < PLAIN; number++) {
        if (number == SENT_BEFORE) {
          Waiting.until("messages flow both ways", () -> !received(database, "PLAIN").isEmpty());
          TestBroker.KAFKA.kill();
        }
        kafka.send("killed", "k" + number, "m" + number, Map.of());
        if (number % (PLAIN / ORDERED) == 0) {
          String value = String.valueOf(number / (PLAIN / ORDERED));
          kafka.sendInOrder(KafkaMessage.to("killed-in-order").key("k").value(value));
        }
      }
      TestBroker.KAFKA.restart();
      Waiting.until(
          "all is sent",
          () ->
              database
                  .ask("SELECT COUNT(*) FROM baton_task WHERE type = 'KAFKA_SEND'")
                  .equals("0"));
      List<String> plain = values("killed", 2);
      List<String> ordered = values("killed-in-order", 1);
      Waiting.until("all is received", () -> received(database, "PLAIN").size() >= plain.size());
      Waiting.until(
          "all is received", () -> received(database, "ORDERED").size() >= ordered.size());

      tell("out", range(PLAIN, "m"), plain);
      tell("out, in order", range(ORDERED, ""), ordered);
      tell("in", plain, received(database, "PLAIN"));
      // At least once: a message that was in transit when the broker failed may exist twice, in its
      // order.
      assertThat(new HashSet<>(plain)).hasSize(PLAIN);
      assertThat(ordered.stream().distinct().map(Integer::valueOf))
          .containsExactlyElementsOf(IntStream.range(0, ORDERED).boxed().toList());
      assertThat(ordered.stream().map(Integer::valueOf).toList()).isSorted();
      // Exactly once: one task for each record.
      assertThat(received(database, "PLAIN")).containsExactlyInAnyOrderElementsOf(plain);
      assertThat(received(database, "ORDERED")).containsExactlyInAnyOrderElementsOf(ordered);
    } catch (Throwable failure) {
      // Later tests need the broker.
      TestBroker.KAFKA.restart();
      throw failure;
    }
  }

  private static List<String> range(int count, String prefix) {
    return IntStream.range(0, count).mapToObj(number -> prefix + number).toList();
  }

  private static Optional<TaskRequest<?, ?>> task(String type, String payload) {
    return Optional.of(TaskRequest.of(TaskType.of(type)).subType(payload));
  }

  /** No node runs these tasks, so they stay unchanged. */
  private static List<String> received(TestNode database, String type) {
    return database.asked("SELECT sub_type FROM baton_task WHERE type = '" + type + "'");
  }

  private static List<String> values(String topic, int partitions) {
    return TopicReader.all(topic, partitions).stream().map(ConsumerRecord::value).toList();
  }

  private static void tell(String way, Collection<String> wanted, Collection<String> there) {
    List<String> doubled = new ArrayList<>(there);
    wanted.forEach(doubled::remove);
    List<String> lost = new ArrayList<>(wanted);
    there.forEach(lost::remove);
    System.out.printf(
        "kafka %s, the broker killed midway: %d messages, %d lost, %d doubled%n",
        way, wanted.size(), lost.size(), doubled.size());
  }
}
