package dev.baton.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes messages as other services do. */
public final class TopicWriter {
  private TopicWriter() {}

  public static void write(String topic, int partition, String... values) throws Exception {
    List<ProducerRecord<String, String>> records = new ArrayList<>();
    for (String value : values) {
      records.add(new ProducerRecord<>(topic, partition, "key of " + value, value));
    }
    write(records);
  }

  public static void write(List<ProducerRecord<String, String>> records) throws Exception {
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", TestBroker.KAFKA.bootstrap(), "linger.ms", 5),
            new StringSerializer(),
            new StringSerializer())) {
      List<Future<?>> sent = new ArrayList<>();
      for (ProducerRecord<String, String> record : records) {
        sent.add(producer.send(record));
      }
      for (Future<?> one : sent) {
        one.get();
      }
    }
  }
}
