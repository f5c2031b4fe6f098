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
 * Runs the tasks that {@link KafkaTasks} adds. It has its own idempotent producer, separate from
 * the application's. A task is DONE when all in-sync replicas have its messages. The sender
 * connects when the first task runs. Its owner closes it after the node. Thread-safe.
 *
 * <p>The retry policy repeats temporary failures (no leader, too few replicas, no response, an
 * unknown topic). A permanent failure (too large, no permission, refused by the broker) stops the
 * task in ERROR at once; its error says what to do. A message may be sent twice if a response is
 * lost or a node dies.
 */
public final class KafkaSender implements AutoCloseable {
  /** The type of tasks that send messages. */
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
   * Returns a builder of a sender.
   *
   * @param brokers some brokers of the Kafka cluster, as {@code host:port,host:port}
   */
  public static Builder builder(String brokers) {
    return new Builder(brokers);
  }

  /** Returns the definitions that send messages, for {@code Baton.Builder.define}. */
  public TaskDefinition<?, ?>[] definitions() {
    return definitions.toArray(new TaskDefinition<?, ?>[0]);
  }

  /** Closes the producer; call it after the node has stopped. */
  @Override
  public void close() {
    producer.close();
  }

  /** Builds a sender. Not thread-safe. */
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

    /** Adds settings of the producer, by Kafka's names: security, compression, timeouts. */
    public Builder producer(Map<String, ?> values) {
      producer.putAll(values);
      return this;
    }

    /** Adds settings of the producer. */
    public Builder producer(Properties values) {
      values.stringPropertyNames().forEach(name -> producer.put(name, values.getProperty(name)));
      return this;
    }

    /**
     * Sends with your producers in place of Baton's, for example an instrumented one or a test's.
     * Each must acknowledge a message only when all in-sync replicas have it, and must not
     * duplicate messages. The brokers and settings above are ignored then.
     *
     * @param another called when a producer is first needed, and after one has failed permanently;
     *     the sender closes the producers that it gets
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

    /** Sets the bucket in which messages are sent. */
    public Builder bucket(String name) {
      bucket = name;
      return this;
    }

    /** Limits how many tasks send at a time; 20 on each node by default. */
    public Builder limits(Limit first, Limit... others) {
      limit = first;
      otherLimits = others.clone();
      return this;
    }

    /**
     * Sets when temporary failures are retried. The default retries for about a day, first after a
     * second and later every minute.
     */
    public Builder retry(Retry policy) {
      retry = policy;
      return this;
    }

    /**
     * Returns the sender; it isn't connected yet.
     *
     * @throws IllegalArgumentException if only Baton may set a given Kafka setting, or if it is
     *     invalid
     */
    public KafkaSender build() {
      return new KafkaSender(this);
    }
  }
}
