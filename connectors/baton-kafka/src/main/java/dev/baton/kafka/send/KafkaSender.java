package dev.baton.kafka.send;

import dev.baton.cluster.BucketOptions;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.limit.Limit;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;

/**
 * Runs the tasks that {@link KafkaTasks} adds, by a producer of Baton's own, apart from the
 * application's: idempotent, and a task is DONE when all in-sync replicas have its messages.
 * Connects when the first task runs. Its owner closes it after the node. Thread-safe.
 *
 * <p>What may pass (no leader, too few replicas, no answer, an unknown topic) is retried by the
 * policy; what can't (too large, no permission, refused by the broker) stops the task in ERROR at
 * once, with what to do. A message may be sent twice: when an answer is lost, or a node dies.
 */
public final class KafkaSender implements AutoCloseable {
  /** The type of tasks that send. */
  public static final String TYPE = "KAFKA_SEND";

  private final SharedProducer producer;
  private final List<TaskDefinition<?, ?>> definitions;

  private KafkaSender(Builder builder) {
    producer = new SharedProducer(builder.connection());
    definitions =
        List.of(
            RawDefinition.of(TYPE, new SendHandler(producer))
                .bucket(builder.bucket)
                .limits(builder.limit, builder.otherLimits)
                .retry(builder.retry.on(SendErrors.Unsendable.class, Retry.never())));
  }

  /**
   * A sender yet to be described.
   *
   * @param brokers some brokers of the Kafka cluster, as {@code host:port,host:port}
   */
  public static Builder builder(String brokers) {
    return new Builder(brokers);
  }

  /** How messages are sent, for {@code Baton.Builder.define}. */
  public TaskDefinition<?, ?>[] definitions() {
    return definitions.toArray(new TaskDefinition<?, ?>[0]);
  }

  /** Closes the producer; call it when the node has stopped. */
  @Override
  public void close() {
    producer.close();
  }

  /** Describes a sender. Not thread-safe. */
  public static final class Builder {
    private final String brokers;
    private final Map<String, Object> producer = new HashMap<>();
    private @Nullable Supplier<? extends Producer<byte[], byte[]>> connection;
    private String bucket = BucketOptions.DEFAULT;
    private Limit limit = Limit.node(TaskDefinition.DEFAULT_CONCURRENCY);
    private Limit[] otherLimits = {};
    private Retry retry =
        Retry.exponential(Duration.ofSeconds(1))
            .maxDelay(Duration.ofMinutes(1))
            .maxAttempts(1_500)
            .jitter(0.1);

    private Builder(String brokers) {
      if (brokers.isBlank()) {
        throw new IllegalArgumentException("Name at least one broker, as host:port");
      }
      this.brokers = brokers;
    }

    /** Further settings of the producer, by Kafka's names: security, compression, timeouts. */
    public Builder producer(Map<String, ?> values) {
      producer.putAll(values);
      return this;
    }

    /** Further settings of the producer. */
    public Builder producer(Properties values) {
      values.stringPropertyNames().forEach(name -> producer.put(name, values.getProperty(name)));
      return this;
    }

    /**
     * Sends by producers of yours, in place of Baton's: one that is instrumented, or a test's. Each
     * must acknowledge what all in-sync replicas have, and double nothing by itself. The brokers
     * and settings above don't count then.
     *
     * @param another asked when a producer is first needed, and when one has failed for good; the
     *     sender closes what it was given
     */
    public Builder connectedBy(Supplier<? extends Producer<byte[], byte[]>> another) {
      connection = another;
      return this;
    }

    private Supplier<? extends Producer<byte[], byte[]>> connection() {
      if (connection != null) {
        return connection;
      }
      Map<String, Object> settings = SenderSettings.of(brokers, producer);
      return () -> new KafkaProducer<>(settings);
    }

    /** The bucket in which messages are sent. */
    public Builder bucket(String name) {
      bucket = name;
      return this;
    }

    /** Bounds how many tasks send at a time; 20 on each node by default. */
    public Builder limits(Limit first, Limit... others) {
      limit = first;
      otherLimits = others.clone();
      return this;
    }

    /**
     * When what may pass is tried again; by default for about a day, after a second at first, each
     * minute later.
     */
    public Builder retry(Retry policy) {
      retry = policy;
      return this;
    }

    /**
     * The sender; nothing is connected yet.
     *
     * @throws IllegalArgumentException when a Kafka setting is Baton's own, or can't be
     */
    public KafkaSender build() {
      return new KafkaSender(this);
    }
  }
}
