package dev.baton.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tagged as deep, since the tests of the Kafka module start, pause and kill a broker too. */
@Tag("deep")
class LocalKafkaIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir Path parent;

  @Test
  void killedBrokerComesBackAtItsAddressWithItsData() throws Exception {
    LocalKafka kafka = LocalKafka.temporary(Map.of("auto.create.topics.enable", "true"));
    try {
      String address = kafka.bootstrap();
      send(kafka, "kept", "before", PATIENCE);
      long killed = kafka.pid();

      kafka.kill();
      assertThat(isAlive(killed)).isFalse();
      kafka.restart();

      assertThat(kafka.pid()).isNotEqualTo(killed);
      assertThat(kafka.bootstrap()).isEqualTo(address);
      send(kafka, "kept", "after", PATIENCE);
      assertThat(read(kafka, "kept", 2)).containsExactly("before", "after");
    } finally {
      kafka.stop();
    }
    assertThat(isAlive(kafka.pid())).isFalse();
    assertThat(kafka.folder()).doesNotExist();
  }

  @Test
  void topicsAreNotCreatedByTheirUseUnlessThatIsChosen() {
    Duration soon = Duration.ofMillis(500);
    assertThatThrownBy(() -> send(LocalKafka.temporary(), "unknown", "lost", soon))
        .hasCauseInstanceOf(TimeoutException.class);
  }

  @Test
  void brokerThatCanNotStartSaysWhy() {
    assertThatThrownBy(() -> LocalKafka.temporary(Map.of("num.partitions", "many")))
        .hasMessageContaining("num.partitions");
  }

  @Test
  void killedJvmLeavesNeitherBrokerNorDataBehind() throws Exception {
    Path folder = Victim.killedAfterCommit("KAFKA", parent).data();

    // The folder is deleted after the broker has ended.
    assertThat(Patience.until(() -> Files.notExists(folder))).isTrue();
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
  }

  private static void send(LocalKafka kafka, String topic, String text, Duration patience)
      throws Exception {
    Map<String, Object> settings =
        Map.of("bootstrap.servers", kafka.bootstrap(), "max.block.ms", patience.toMillis());
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer
          .send(new ProducerRecord<>(topic, text.getBytes(StandardCharsets.UTF_8)))
          .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
  }

  private static List<String> read(LocalKafka kafka, String topic, int count) {
    Map<String, Object> settings =
        Map.of("bootstrap.servers", kafka.bootstrap(), "auto.offset.reset", "earliest");
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(List.of(new TopicPartition(topic, 0)));
      List<String> texts = new ArrayList<>();
      for (int polls = 0; polls < 60 && texts.size() < count; polls++) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
          texts.add(new String(record.value(), StandardCharsets.UTF_8));
        }
      }
      return texts;
    }
  }
}
