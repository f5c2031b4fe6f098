package dev.baton.kafka;

import dev.baton.kafka.client.OwnSettings;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The settings of the three Kafka clients: the user's settings, Baton's defaults for missing ones,
 * and settings that only Baton sets. May contain passwords, so it must never be printed.
 */
final class ClientSettings {
  private static final String SERIALIZERS = "hints have their own format";
  private static final Map<String, String> OWN_FOR_ALL =
      Map.of("bootstrap.servers", "the brokers are named by builder(...)");
  private static final Map<String, String> OWN_FOR_PRODUCER =
      Map.of(
          "key.serializer", SERIALIZERS,
          "value.serializer", SERIALIZERS,
          "transactional.id", "a hint is not part of a transaction");
  private static final Map<String, String> OWN_FOR_CONSUMER =
      Map.of(
          "key.deserializer", SERIALIZERS,
          "value.deserializer", SERIALIZERS,
          "group.id", "call toOneNode(\"group\") to share hints in a group",
          "enable.auto.commit", "toOneNode commits offsets, toEveryNode has none",
          "auto.offset.reset", "reading always begins at the end");

  private final Map<String, Object> producer;
  private final Map<String, Object> consumer;
  private final Map<String, Object> admin;

  /**
   * @throws IllegalArgumentException if only Baton may set a given setting, or if it is invalid
   */
  ClientSettings(String brokers, Delivery delivery, Given given) {
    OwnSettings.refuse("client", given.client(), OWN_FOR_ALL);
    OwnSettings.refuse("client", given.client(), OWN_FOR_PRODUCER);
    OwnSettings.refuse("client", given.client(), OWN_FOR_CONSUMER);
    OwnSettings.refuse("producer", given.producer(), OWN_FOR_ALL);
    OwnSettings.refuse("producer", given.producer(), OWN_FOR_PRODUCER);
    OwnSettings.refuse("consumer", given.consumer(), OWN_FOR_ALL);
    OwnSettings.refuse("consumer", given.consumer(), OWN_FOR_CONSUMER);
    OwnSettings.refuse("admin", given.admin(), OWN_FOR_ALL);
    producer = merged(producerDefaults(), brokers, given.client(), given.producer());
    boundDelivery(producer);
    consumer = merged(consumerDefaults(), brokers, given.client(), given.consumer());
    share(consumer, delivery);
    admin = merged(adminDefaults(), brokers, given.client(), given.admin());
    OwnSettings.check(
        () -> {
          new ProducerConfig(producer);
          new ConsumerConfig(consumer);
          new AdminClientConfig(admin);
        });
  }

  /** The user's settings, for all clients and for each one. */
  record Given(
      Map<String, Object> client,
      Map<String, Object> producer,
      Map<String, Object> consumer,
      Map<String, Object> admin) {}

  Map<String, Object> producer() {
    return producer;
  }

  Map<String, Object> consumer() {
    return consumer;
  }

  Map<String, Object> admin() {
    return admin;
  }

  private static Map<String, Object> merged(
      Map<String, Object> defaults,
      String brokers,
      Map<String, Object> forAll,
      Map<String, Object> forOne) {
    Map<String, Object> settings = new HashMap<>(defaults);
    settings.put("bootstrap.servers", brokers);
    settings.putAll(forAll);
    settings.putAll(forOne);
    return settings;
  }

  private static Map<String, Object> producerDefaults() {
    Map<String, Object> settings = new HashMap<>(patience());
    settings.put("key.serializer", ByteArraySerializer.class);
    settings.put("value.serializer", ByteArraySerializer.class);
    // A hint on one broker is safe enough: if it is lost, a poll finds the task.
    settings.put("acks", "1");
    settings.put("enable.idempotence", false);
    settings.put("linger.ms", 1);
    settings.put("buffer.memory", 4L * 1024 * 1024);
    settings.put("max.block.ms", 1_000);
    return settings;
  }

  private static Map<String, Object> consumerDefaults() {
    Map<String, Object> settings = new HashMap<>(patience());
    settings.put("key.deserializer", ByteArrayDeserializer.class);
    settings.put("value.deserializer", ByteArrayDeserializer.class);
    settings.put("auto.offset.reset", "latest");
    settings.put("allow.auto.create.topics", false);
    settings.put("max.poll.records", 500);
    settings.put("fetch.max.wait.ms", 500);
    return settings;
  }

  private static Map<String, Object> adminDefaults() {
    return patience();
  }

  /**
   * Returns short timeouts. A hint soon becomes useless, so a slow one counts as lost, and a broker
   * that returns must be noticed soon.
   */
  private static Map<String, Object> patience() {
    return Map.of(
        "request.timeout.ms", 3_000,
        "default.api.timeout.ms", 5_000,
        "reconnect.backoff.ms", 100,
        "reconnect.backoff.max.ms", 1_000);
  }

  /**
   * Bounds the delivery time, because an old hint is useless. Kafka requires enough time for one
   * request.
   */
  private static void boundDelivery(Map<String, Object> producer) {
    producer.remove("default.api.timeout.ms");
    if (!producer.containsKey("delivery.timeout.ms")) {
      long least = millis(producer, "linger.ms") + millis(producer, "request.timeout.ms");
      producer.put("delivery.timeout.ms", (int) Math.max(5_000, least));
    }
  }

  private static void share(Map<String, Object> consumer, Delivery delivery) {
    boolean shared = delivery instanceof Delivery.ToOneNode;
    consumer.put("enable.auto.commit", shared);
    if (!shared) {
      return;
    }
    consumer.put("group.id", ((Delivery.ToOneNode) delivery).group());
    OwnSettings.share(consumer, 10_000);
  }

  private static long millis(Map<String, Object> settings, String name) {
    String value = String.valueOf(settings.get(name)).strip();
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "A Kafka setting isn't valid: " + name + " is not a number: " + value, e);
    }
  }
}
