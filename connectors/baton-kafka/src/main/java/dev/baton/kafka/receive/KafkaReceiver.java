package dev.baton.kafka.receive;

import dev.baton.api.TaskAdder;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.internal.Codecs;
import dev.baton.cluster.BucketOptions;
import dev.baton.handler.Retry;
import dev.baton.handler.RetryPolicy;
import dev.baton.handler.TaskDefinition;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads Kafka topics in a consumer group. A message becomes a task exactly once, or is passed to a
 * plain handler at least once. The receiver has its own consumer, separate from the application's.
 * Thread-safe.
 *
 * <pre>{@code
 * KafkaReceiver receiver = KafkaReceiver.builder("kafka-1:9092", "payouts")
 *     .tasks("confirmations", "bank.confirmations", message ->
 *         Optional.of(TaskType.of("CONFIRM", Bytes.class).with(Bytes.of(message.text()))))
 *     .build();
 * Baton baton =
 *     Baton.builder(JdbcStore.of(dataSource)).define(...).define(receiver.definitions()).start();
 * receiver.start(baton.tasks());
 * }</pre>
 *
 * <p><b>Tasks.</b> Offsets are committed after the tasks. If a message is read again, the add finds
 * its existing task. It finds the task by an id and a unique key that are derived from the
 * message's position and time, or by the id that the converter has chosen. This applies to requests
 * that join an existing task, which is the default, and for the time of {@link Builder#remember}.
 * If a converter fails, or a task can't be added as it is, the message becomes a task of type
 * {@link #ASIDE_TYPE}. That task stops in ERROR, with the message's value as its payload and with
 * its origin; other messages continue. A manual retry converts the message again.
 *
 * <p><b>Trouble.</b> While the database is unavailable, partitions wait, and continue when it is
 * back. While Kafka is unavailable, no message is read. A failing plain handler keeps only its own
 * partition waiting. Close the receiver before the node.
 */
public final class KafkaReceiver implements AutoCloseable {
  /** The type of tasks for messages that could not be processed. */
  public static final String ASIDE_TYPE = AsideTasks.TYPE;

  private static final Duration TO_END = Duration.ofSeconds(15);

  private final Map<String, Object> settings;
  private final Routes routes;
  private final AsideTasks asides;
  private final Builder told;
  private final HandlerThreads threads = new HandlerThreads();
  private final ReceiverLog log;

  // Guarded by this object's lock.
  private @Nullable Opened opened;
  private boolean closed;
  private boolean paused;

  /** The running objects. */
  private record Opened(ReceiveLoop loop, Thread thread, ExecutorService work) {}

  private KafkaReceiver(Builder builder) {
    told = builder;
    settings = ReceiverSettings.of(builder.brokers, builder.group, builder.consumer);
    routes = new Routes(builder.routes, builder.prefixes);
    asides = new AsideTasks(routes, builder.remember);
    log = new ReceiverLog(builder.group);
  }

  /**
   * Returns a builder of a receiver.
   *
   * @param brokers some brokers of the Kafka cluster, as {@code host:port,host:port}
   * @param group the consumer group: its nodes share the partitions
   */
  public static Builder builder(String brokers, String group) {
    return new Builder(brokers, group);
  }

  /**
   * Returns the definitions that retry messages that were set aside, for {@code
   * Baton.Builder.define}.
   */
  public TaskDefinition<?, ?>[] definitions() {
    return new TaskDefinition<?, ?>[] {asides.definition(told.bucket)};
  }

  /**
   * Starts receiving, and returns at once; Kafka may be unavailable.
   *
   * @param tasks {@code baton.tasks()}
   */
  public synchronized void start(TaskAdder tasks) {
    if (opened != null || closed) {
      throw new IllegalStateException("The receiver was started already, or closed");
    }
    ExecutorService work = threads.workers();
    BatchWork.Terms terms = terms(tasks);
    Set<String> topics = told.routes.stream().map(Route::topic).collect(Collectors.toSet());
    ReceiveLoop loop = new ReceiveLoop(settings, work, terms, topics);
    loop.pause(paused);
    Thread thread = threads.thread("baton-kafka-receive", loop);
    opened = new Opened(loop, thread, work);
    thread.start();
  }

  private BatchWork.Terms terms(TaskAdder tasks) {
    return new BatchWork.Terms(routes, asides, tasks, told.retry, log, threads);
  }

  /**
   * Processes one message that was not read from Kafka as if it had been: adds its tasks and calls
   * its handlers, on this thread. For tests, and for messages that were stored elsewhere.
   *
   * @throws IllegalArgumentException if this receiver doesn't read its topic
   * @throws Exception what a plain handler throws; a message that can't become a task is set aside
   */
  public void take(TaskAdder tasks, ReceivedMessage message) throws Exception {
    if (!reads(message.topic())) {
      throw new IllegalArgumentException(
          "The receiver of group " + told.group + " doesn't read the topic " + message.topic());
    }
    new BatchWork(List.of(message), terms(tasks)).takeOnce();
  }

  /** Returns whether messages of this topic are read, once it exists. */
  public boolean reads(String topic) {
    return !routes.of(topic).isEmpty();
  }

  /**
   * Stops reading until {@link #resume}; messages that were read are finished. The node keeps its
   * partitions.
   */
  public void pause() {
    pause(true);
  }

  /** Continues after {@link #pause}. */
  public void resume() {
    pause(false);
  }

  private synchronized void pause(boolean now) {
    paused = now;
    if (opened != null) {
      opened.loop().pause(now);
    }
  }

  /** Returns the counts so far. */
  public KafkaReceiverCounts counts() {
    return log.counts();
  }

  /** Stops like {@link #stop}; the receiver can't be started again. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    stop();
  }

  /**
   * Stops within some seconds; the receiver may be started again. Work in progress may end, and
   * finished offsets are committed. Handlers that take longer are interrupted, and their messages
   * are delivered again.
   */
  public void stop() {
    Opened toEnd;
    synchronized (this) {
      toEnd = opened;
      opened = null;
    }
    if (toEnd == null) {
      return;
    }
    toEnd.loop().close();
    try {
      toEnd.thread().join(TO_END.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    toEnd.work().shutdownNow();
  }

  /** Builds a receiver. Not thread-safe. */
  public static final class Builder {
    private static final int LONGEST_NAME = 100;

    private final String brokers;
    private final String group;
    private final List<Route> routes = new ArrayList<>();
    private final Set<String> prefixes = new LinkedHashSet<>(Set.of(""));
    private final Map<String, Object> consumer = new HashMap<>();
    private String bucket = BucketOptions.DEFAULT;
    private Duration remember = Duration.ofDays(14);
    private RetryPolicy<Object> retry =
        Retry.exponential(Duration.ofSeconds(1))
            .maxDelay(Duration.ofMinutes(1))
            .maxAttempts(Integer.MAX_VALUE)
            .jitter(0.1);

    private Builder(String brokers, String group) {
      if (brokers.isBlank() || group.isBlank()) {
        throw new IllegalArgumentException("Name at least one broker, as host:port, and the group");
      }
      this.brokers = brokers;
      this.group = group;
    }

    /**
     * Turns the topic's messages into tasks. A topic may have several converters.
     *
     * @param name part of the tasks' ids, and stored with messages that are set aside: never change
     *     it; 1–100 characters
     */
    public Builder tasks(String name, String topic, MessageConverter converter) {
      routes.add(new Route.ToTask(checked(name), topic, converter));
      return this;
    }

    /**
     * Does the same as {@link #tasks(String, String, MessageConverter)}, with values that the codec
     * reads. A message without a value, or with one that the codec can't read, is set aside.
     */
    public <E> Builder tasks(
        String name,
        String topic,
        PayloadCodec codec,
        Class<E> type,
        MessageConverter.Typed<E> converter) {
      return tasks(
          name,
          topic,
          message -> {
            if (message.value() == null) {
              throw new IllegalArgumentException("The message has no value");
            }
            return converter.toTask(codec.decode(message.value(), type), message);
          });
    }

    /** Does the same for JSON values, read with the Jackson version on the class path. */
    public <E> Builder tasks(
        String name, String topic, Class<E> type, MessageConverter.Typed<E> converter) {
      return tasks(name, topic, Codecs.standard(), type, converter);
    }

    /**
     * Passes the topic's messages to a handler, one after the other in each partition.
     *
     * @param name stored with messages that are set aside; 1–100 characters
     */
    public Builder handle(String name, String topic, MessageHandler handler) {
      routes.add(new Route.Plain(checked(name), topic, handler));
      return this;
    }

    /**
     * Also reads every topic of other sites whose topics are mirrored here, or written here
     * instead, under a prefix. With {@code fra.}, the topic {@code payouts} is read as {@code
     * payouts} and {@code fra.payouts}. Their messages count as separate messages: if a message may
     * arrive on both topics, let the converter choose the id.
     */
    public Builder alsoFrom(String... sitePrefixes) {
      prefixes.addAll(List.of(sitePrefixes));
      return this;
    }

    /**
     * Sets the minimum time for which a message is known to have become a task, whatever happens to
     * that task; 14 days by default. Make it longer than the topic's retention, and longer than the
     * period in which offsets may be lost or reset.
     */
    public Builder remember(Duration period) {
      if (period.isNegative()) {
        throw new IllegalArgumentException("A period can't be negative: " + Texts.duration(period));
      }
      remember = period;
      return this;
    }

    /**
     * Sets when a handler's failed message is retried. The default retries without end, first after
     * a second and later every minute. When the policy gives up, the message is set aside as a task
     * in ERROR.
     */
    public Builder retry(RetryPolicy<Object> policy) {
      retry = policy;
      return this;
    }

    /** Sets the bucket of messages that are set aside. */
    public Builder bucket(String name) {
      bucket = name;
      return this;
    }

    /** Adds settings of the consumer, by Kafka's names: security, sizes, timeouts. */
    public Builder consumer(Map<String, ?> values) {
      consumer.putAll(values);
      return this;
    }

    /** Adds settings of the consumer. */
    public Builder consumer(Properties values) {
      values.stringPropertyNames().forEach(name -> consumer.put(name, values.getProperty(name)));
      return this;
    }

    /**
     * Returns the receiver; it isn't connected yet.
     *
     * @throws IllegalArgumentException if there is no topic to read, if only Baton may set a given
     *     Kafka setting, or if it is invalid
     */
    public KafkaReceiver build() {
      return new KafkaReceiver(this);
    }

    private static String checked(String name) {
      if (name.isBlank() || name.length() > LONGEST_NAME) {
        throw new IllegalArgumentException(
            "A name needs 1-" + LONGEST_NAME + " characters; '" + name + "' is invalid");
      }
      return name;
    }
  }
}
