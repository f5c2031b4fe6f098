package dev.baton.kafka.receive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.kafka.TestBroker;
import dev.baton.kafka.TestNode;
import dev.baton.kafka.TopicWriter;
import dev.baton.kafka.Waiting;
import dev.baton.local.LocalH2;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a process that dies between the commit of the rows and the commit of the offsets. */
@Tag("deep")
class KilledReceiverIT {
  private static final int MESSAGES = 300;
  private static final int BATCHES = 3;
  private static final String TOPIC = "survived";

  @TempDir Path folder;

  @Test
  void messagesWithoutCommittedOffsetAreReadAgainButNotDuplicated() throws Exception {
    TestBroker.createTopic(TOPIC, 2);
    List<ProducerRecord<String, String>> records = new ArrayList<>();
    for (int number = 0; number < MESSAGES; number++) {
      records.add(new ProducerRecord<>(TOPIC, number % 2, null, "m" + number));
    }
    TopicWriter.write(records);

    runUntilItDies();

    try (TestNode database = TestNode.at(LocalH2.at(folder.resolve("tasks")));
        Baton baton = database.start();
        KafkaReceiver receiver = DyingNode.receiver(TestBroker.KAFKA.bootstrap(), TOPIC)) {
      int before = tasks(database);
      long told = committed();
      assertThat((long) before).as("rows without offsets").isGreaterThan(told);

      receiver.start(baton.tasks());
      Waiting.until("all is read", () -> committed() == MESSAGES);

      int after = tasks(database);
      int distinct =
          Integer.parseInt(
              database.ask(
                  "SELECT COUNT(DISTINCT payload) FROM baton_task WHERE type = 'RECEIVED'"));
      System.out.printf(
          "kafka in, the node killed after %d rows and %d offsets: %d messages, %d lost, %d"
              + " doubled; %d were read again%n",
          before, told, MESSAGES, MESSAGES - distinct, after - distinct, receiver.counts().known());
      assertThat(distinct).isEqualTo(MESSAGES);
      assertThat(after).isEqualTo(MESSAGES);
      assertThat(receiver.counts().known()).isEqualTo(before - told);
    }
  }

  private void runUntilItDies() throws Exception {
    Process node =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                DyingNode.class.getName(),
                TestBroker.KAFKA.bootstrap(),
                TOPIC,
                folder.resolve("tasks").toString(),
                String.valueOf(BATCHES))
            .inheritIO()
            .start();
    try {
      assertThat(node.waitFor(Waiting.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
      assertThat(node.exitValue()).isEqualTo(DyingNode.EXIT);
    } finally {
      node.destroyForcibly();
    }
  }

  private static int tasks(TestNode database) {
    return Integer.parseInt(
        database.ask("SELECT COUNT(*) FROM baton_task WHERE type = 'RECEIVED'"));
  }

  private static long committed() {
    try (Admin admin = TestBroker.admin()) {
      return admin
          .listConsumerGroupOffsets(TOPIC + "-group")
          .partitionsToOffsetAndMetadata()
          .get()
          .values()
          .stream()
          .mapToLong(OffsetAndMetadata::offset)
          .sum();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
