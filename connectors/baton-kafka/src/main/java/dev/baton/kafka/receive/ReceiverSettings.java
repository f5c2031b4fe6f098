package dev.baton.kafka.receive;

import dev.baton.kafka.client.OwnSettings;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The consumer's settings: the user's settings, Baton's defaults, and settings that only Baton
 * sets.
 */
final class ReceiverSettings {
  private static final String BYTES = "messages are bytes here: let the converter decode them";
  private static final Map<String, String> OWN =
      Map.of(
          "bootstrap.servers", "the brokers are named by builder(...)",
          "group.id", "the group is named by builder(...)",
          "key.deserializer", BYTES,
          "value.deserializer", BYTES,
          "enable.auto.commit", "offsets are committed after their messages are processed");

  private ReceiverSettings() {}

  /**
   * @throws IllegalArgumentException if only Baton may set a given setting, or if it is invalid
   */
  static Map<String, Object> of(String brokers, String group, Map<String, Object> given) {
    OwnSettings.refuse("consumer", given, OWN);
    Map<String, Object> settings = new HashMap<>();
    // A new group begins with the existing messages, unless the user sets another start.
    settings.put("auto.offset.reset", "earliest");
    settings.put("isolation.level", "read_committed");
    settings.put("allow.auto.create.topics", false);
    settings.put("max.poll.records", 500);
    // This bounds the time until a new topic is read.
    settings.put("metadata.max.age.ms", 30_000);
    settings.put("reconnect.backoff.ms", 100);
    settings.put("reconnect.backoff.max.ms", 1_000);
    settings.putAll(given);
    settings.put("bootstrap.servers", brokers);
    settings.put("group.id", group);
    settings.put("key.deserializer", ByteArrayDeserializer.class);
    settings.put("value.deserializer", ByteArrayDeserializer.class);
    settings.put("enable.auto.commit", false);
    OwnSettings.share(settings, 15_000);
    OwnSettings.check(() -> new ConsumerConfig(settings));
    return settings;
  }
}
