package dev.baton.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads the records of a topic. */
public final class TopicReader {
  private TopicReader() {}

  /** Returns all records in partition 0 to {@code partitions - 1} now, in the order of each. */
  public static List<ConsumerRecord<String, String>> all(String topic, int partitions) {
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", TestBroker.KAFKA.bootstrap()),
            new StringDeserializer(),
            new StringDeserializer())) {
      List<TopicPartition> parts = new ArrayList<>();
      for (int number = 0; number < partitions; number++) {
        parts.add(new TopicPartition(topic, number));
      }
      consumer.assign(parts);
      consumer.seekToBeginning(parts);
      Map<TopicPartition, Long> ends = consumer.endOffsets(parts);
      List<ConsumerRecord<String, String>> all = new ArrayList<>();
      long end = System.nanoTime() + Waiting.PATIENCE.toNanos();
      while (parts.stream().anyMatch(part -> consumer.position(part) < ends.get(part))) {
        if (System.nanoTime() - end > 0) {
          throw new AssertionError("Could not read all of " + topic);
        }
        consumer.poll(Duration.ofMillis(100)).forEach(all::add);
      }
      return all;
    }
  }

  /** Returns the values of the topic's only partition. */
  public static List<String> values(String topic) {
    return all(topic, 1).stream().map(ConsumerRecord::value).toList();
  }
}
