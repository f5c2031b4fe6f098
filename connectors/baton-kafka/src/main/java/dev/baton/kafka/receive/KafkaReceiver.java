package dev.baton.kafka.receive;

import dev.baton.api.TaskAdder;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.internal.Codecs;
import dev.baton.cluster.BucketOptions;
import dev.baton.handler.Retry;
import dev.baton.handler.RetryPolicy;
import dev.baton.handler.TaskDefinition;
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
 * Reads Kafka topics in a consumer group: their messages become tasks, each exactly once, or go to
 * plain handlers, each at least once. Its own consumer, apart from the application's. Thread-safe.
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
 * <p><b>Tasks.</b> Offsets are committed after the tasks. A message that is read again meets its
 * task by the id and the unique key that follow from its place (and time), or by the id that the
 * converter has chosen; this holds for requests that join what is there, as they do by default, and
 * for as long as {@link Builder#remember} says. A message that a converter fails on, or whose task
 * can't be added as it is, becomes a task of type {@link #ASIDE_TYPE}, which stops in ERROR with
 * the message's value as its payload, and where it came from; the others go on. Retried by hand, it
 * is converted anew.
 *
 * <p><b>Trouble.</b> While the database is away, partitions wait, and go on when it is back. While
 * Kafka is away, nothing is read. A plain handler that fails keeps its partition waiting, and no
 * other one. Close it before the node.
 */
public final class KafkaReceiver implements AutoCloseable {
  /** The type of tasks that keep messages nobody could make anything of. */
  public static final String ASIDE_TYPE = AsideTasks.TYPE;

  private static final Duration TO_END = Duration.ofSeconds(15);

  private final Map<String, Object> settings;
  private final Routes routes;
  private final AsideTasks asides;
  private final Builder told;
  private final HandlerThreads threads = new HandlerThreads();
  private final ReceiverLog log;

  // Guarded by this.
  private @Nullable Opened opened;
  private boolean closed;
  private boolean paused;

  /** What runs. */
  private record Opened(ReceiveLoop loop, Thread thread, ExecutorService work) {}

  private KafkaReceiver(Builder builder) {
    told = builder;
    settings = ReceiverSettings.of(builder.brokers, builder.group, builder.consumer);
    routes = new Routes(builder.routes, builder.prefixes);
    asides = new AsideTasks(routes, builder.remember);
    log = new ReceiverLog(builder.group);
  }

  /**
   * A receiver yet to be described.
   *
   * @param brokers some brokers of the Kafka cluster, as {@code host:port,host:port}
   * @param group the consumer group: the nodes that share it share the partitions
   */
  public static Builder builder(String brokers, String group) {
    return new Builder(brokers, group);
  }

  /** How messages that were set aside are tried again, for {@code Baton.Builder.define}. */
  public TaskDefinition<?, ?>[] definitions() {
    return new TaskDefinition<?, ?>[] {asides.definition(told.bucket)};
  }

  /**
   * Begins to receive, and returns at once; Kafka may be away.
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
   * Takes one message that was not read from Kafka as if it had been: its tasks are added and its
   * handlers called, on this thread. For tests, and for messages that were kept elsewhere.
   *
   * @throws IllegalArgumentException when this receiver doesn't read its topic
   * @throws Exception what a plain handler throws; tasks that can't be made are set aside
   */
  public void take(TaskAdder tasks, ReceivedMessage message) throws Exception {
    if (!reads(message.topic())) {
      throw new IllegalArgumentException(
          "The receiver of group " + told.group + " doesn't read the topic " + message.topic());
    }
    new BatchWork(List.of(message), terms(tasks)).takeOnce();
  }

  /** Whether messages of this topic are read, once it is there. */
  public boolean reads(String topic) {
    return !routes.of(topic).isEmpty();
  }

  /**
   * Nothing more is read until {@link #resume}; what was read is finished. The node keeps its
   * partitions.
   */
  public void pause() {
    pause(true);
  }

  /** Goes on after {@link #pause}. */
  public void resume() {
    pause(false);
  }

  private synchronized void pause(boolean now) {
    paused = now;
    if (opened != null) {
      opened.loop().pause(now);
    }
  }

  /** What was done so far. */
  public KafkaReceiverCounts counts() {
    return log.counts();
  }

  /** Ends it for good, as {@link #stop} does. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    stop();
  }

  /**
   * Ends within some seconds, and may be started again: what is under way may end, and what was
   * done is told to Kafka. Handlers that take longer are interrupted, and their messages come
   * again.
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

  /** Describes a receiver. Not thread-safe. */
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
     * @param name part of the tasks' ids and kept with messages that are set aside: let it never
     *     change; 1–100 characters
     */
    public Builder tasks(String name, String topic, MessageConverter converter) {
      routes.add(new Route.ToTask(checked(name), topic, converter));
      return this;
    }

    /**
     * As {@link #tasks(String, String, MessageConverter)}, of values that the codec reads; those
     * that it can't read, or that aren't there, are set aside.
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
              throw new IllegalArgumentException("It has no value");
            }
            return converter.toTask(codec.decode(message.value(), type), message);
          });
    }

    /** As above, of values that are JSON, read by the Jackson that is on the class path. */
    public <E> Builder tasks(
        String name, String topic, Class<E> type, MessageConverter.Typed<E> converter) {
      return tasks(name, topic, Codecs.standard(), type, converter);
    }

    /**
     * Hands the topic's messages to a handler, those of a partition one after the other.
     *
     * @param name kept with messages that are set aside; 1–100 characters
     */
    public Builder handle(String name, String topic, MessageHandler handler) {
      routes.add(new Route.Plain(checked(name), topic, handler));
      return this;
    }

    /**
     * Reads every topic of other sites, too, whose topics are mirrored here, or written in their
     * place, under a prefix: with {@code fra.} the topic {@code payouts} is read as {@code payouts}
     * and {@code fra.payouts}. Their messages are messages of their own: where a message may come
     * by both, let the converter name the id.
     */
    public Builder alsoFrom(String... sitePrefixes) {
      prefixes.addAll(List.of(sitePrefixes));
      return this;
    }

    /**
     * How long a message is known to have become a task, at least, whatever becomes of that task;
     * 14 days by default. Let it be longer than the topic is kept, or than offsets may be lost or
     * set back.
     */
    public Builder remember(Duration period) {
      if (period.isNegative()) {
        throw new IllegalArgumentException("A period can't be negative: " + period);
      }
      remember = period;
      return this;
    }

    /**
     * When a handler's failed message is tried again; by default for ever, after a second at first,
     * each minute later. When the policy gives up, the message is set aside as a task in ERROR.
     */
    public Builder retry(RetryPolicy<Object> policy) {
      retry = policy;
      return this;
    }

    /** The bucket of messages that are set aside. */
    public Builder bucket(String name) {
      bucket = name;
      return this;
    }

    /** Further settings of the consumer, by Kafka's names: security, sizes, timeouts. */
    public Builder consumer(Map<String, ?> values) {
      consumer.putAll(values);
      return this;
    }

    /** Further settings of the consumer. */
    public Builder consumer(Properties values) {
      values.stringPropertyNames().forEach(name -> consumer.put(name, values.getProperty(name)));
      return this;
    }

    /**
     * The receiver; nothing is connected yet.
     *
     * @throws IllegalArgumentException when there is nothing to read, or a Kafka setting is Baton's
     *     own, or can't be
     */
    public KafkaReceiver build() {
      return new KafkaReceiver(this);
    }

    private static String checked(String name) {
      if (name.isBlank() || name.length() > LONGEST_NAME) {
        throw new IllegalArgumentException(
            "A name has 1-" + LONGEST_NAME + " characters; '" + name + "' doesn't");
      }
      return name;
    }
  }
}
