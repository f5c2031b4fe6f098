package dev.baton.kafka.send;

import dev.baton.kafka.client.OwnSettings;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The producer's settings: the user's settings, Baton's defaults, and settings that only Baton
 * sets.
 */
final class SenderSettings {
  private static final Map<String, String> OWN =
      Map.of(
          "bootstrap.servers", "the brokers are named by builder(...)",
          "key.serializer", "messages are bytes here: give KafkaMessage what your serializer makes",
          "value.serializer",
              "messages are bytes here: give KafkaMessage what your serializer makes",
          "acks", "a task is DONE when all in-sync replicas have its message",
          "enable.idempotence", "the producer's own retries must neither duplicate nor reorder",
          "transactional.id",
              "the task of a message is part of a database transaction, not of Kafka's");

  private SenderSettings() {}

  /**
   * @throws IllegalArgumentException if only Baton may set a given setting, or if it is invalid
   */
  static Map<String, Object> of(String brokers, Map<String, Object> given) {
    OwnSettings.refuse("producer", given, OWN);
    Map<String, Object> settings = new HashMap<>();
    // A task that waits for Kafka occupies a slot, so it soon fails and waits for its retry.
    settings.put("delivery.timeout.ms", 30_000);
    settings.put("request.timeout.ms", 10_000);
    settings.put("max.block.ms", 10_000);
    settings.put("linger.ms", 0);
    settings.put("reconnect.backoff.ms", 100);
    settings.put("reconnect.backoff.max.ms", 1_000);
    settings.putAll(given);
    settings.put("bootstrap.servers", brokers);
    settings.put("key.serializer", ByteArraySerializer.class);
    settings.put("value.serializer", ByteArraySerializer.class);
    settings.put("acks", "all");
    settings.put("enable.idempotence", true);
    OwnSettings.check(() -> new ProducerConfig(settings));
    return settings;
  }
}
