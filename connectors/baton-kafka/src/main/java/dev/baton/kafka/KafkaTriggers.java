package dev.baton.kafka;

import dev.baton.spi.TriggerChannel;
import dev.baton.task.row.Candidate;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Sends hints between the nodes of a cluster through Kafka. If a task's own node has no free slot,
 * the task then starts on another node within milliseconds, without waiting for that node's next
 * poll. Kafka may be unavailable at the start or at any time: tasks are still added and run, and
 * hints resume when Kafka is back. Thread-safe.
 *
 * <pre>{@code
 * Baton baton = Baton.builder(JdbcStore.of(dataSource))
 *     .channel(KafkaTriggers.builder("kafka-1:9092,kafka-2:9092").namespace("payments").build())
 *     .define(...)
 *     .start();
 * }</pre>
 *
 * <p>While no broker responds, Kafka's own clients log a line for each failed connection. Set the
 * logger {@code org.apache.kafka} to ERROR if that is too much. Baton logs it once.
 */
public final class KafkaTriggers implements TriggerChannel {
  private static final Duration TO_END = Duration.ofSeconds(3);
  private static final Duration AFTER_A_FAILURE = Duration.ofSeconds(1);

  private final TopicNames names;
  private final Delivery delivery;
  private final ClientSettings settings;
  private final TopicWatch watch;
  private final HintSender sender;
  private final UUID self = UUID.randomUUID();
  private final TriggerCounters tally = new TriggerCounters();

  // Guarded by this object's lock.
  private @Nullable Opened opened;
  private boolean closed;

  /** The objects that {@link #open} started. */
  private record Opened(HintReader reader, SafeReceiver receiver, List<Thread> threads) {}

  private KafkaTriggers(Builder builder) {
    names = new TopicNames(builder.namespace, builder.dataCentre);
    delivery = builder.delivery;
    TopicSettings topics = builder.topics;
    settings = new ClientSettings(builder.brokers, delivery, builder.given());
    WatchLog log = new WatchLog(builder.brokers, topics);
    watch = new TopicWatch(settings.admin(), topics, log, this::returned);
    sender = new HintSender(self, names, watch, settings.producer(), tally);
  }

  /**
   * Returns a builder of a channel.
   *
   * @param brokers some brokers of the Kafka cluster, as {@code host:port,host:port}
   */
  public static Builder builder(String brokers) {
    return new Builder(brokers);
  }

  /**
   * @throws IllegalArgumentException if two of the buckets would share a topic
   */
  @Override
  public synchronized void open(Collection<String> buckets, Receiver receiver) {
    if (opened != null || closed) {
      throw new IllegalStateException("The channel is already open or was closed");
    }
    Map<String, String> bucketsByTopic = names.bucketsByTopic(buckets);
    SafeReceiver safe = new SafeReceiver(receiver);
    HintReader reader =
        new HintReader(
            new HintReader.Task(self, bucketsByTopic, delivery, sender::avoid, safe),
            settings.consumer(),
            watch,
            tally);
    watch.want(bucketsByTopic.keySet());
    List<Thread> threads =
        List.of(thread("watch", watch), thread("send", sender), thread("read", reader));
    opened = new Opened(reader, safe, threads);
    threads.forEach(Thread::start);
  }

  @Override
  public void publish(List<Candidate> ready) {
    if (isOpen()) {
      sender.offer(ready);
    }
  }

  /** Returns the counts so far. */
  public KafkaTriggerCounts counts() {
    return tally.counts();
  }

  /** Returns the topic for hints of the bucket. */
  public String topic(String bucket) {
    return names.topic(bucket);
  }

  /** Sends the published hints, if Kafka accepts them at once, and stops within a few seconds. */
  @Override
  public void close() {
    Opened toEnd;
    synchronized (this) {
      toEnd = opened;
      if (closed || toEnd == null) {
        closed = true;
        return;
      }
      closed = true;
    }
    toEnd.reader().close();
    sender.close();
    try {
      // End the sender first: it asks the watch where to send its last hints.
      toEnd.threads().get(1).join(TO_END.toMillis());
      watch.close();
      for (Thread thread : toEnd.threads()) {
        thread.join(TO_END.toMillis());
      }
    } catch (InterruptedException e) {
      watch.close();
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean isOpen() {
    return opened != null && !closed;
  }

  /**
   * Makes the node read the store, because no node received the hints that were sent while Kafka
   * was unavailable.
   */
  private void returned() {
    Opened current;
    synchronized (this) {
      current = opened;
    }
    if (current != null) {
      current.receiver().missedSome();
    }
  }

  private Thread thread(String what, Runnable work) {
    String name = "baton-kafka-" + what;
    Runnable lasting = new LastingWork(name, work, () -> !isOpen(), AFTER_A_FAILURE);
    // The thread inherits no thread locals, so it keeps nothing of its starter alive.
    Thread thread = new Thread(null, lasting, name, 0, false);
    thread.setDaemon(true);
    thread.setPriority(Thread.NORM_PRIORITY);
    thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
    return thread;
  }

  /** Builds a channel. Not thread-safe. */
  public static final class Builder {
    private final String brokers;
    private String namespace = "default";
    private String dataCentre = "";
    private Delivery delivery = new Delivery.ToEveryNode();
    private TopicSettings topics = TopicSettings.defaults();
    private final Map<String, Object> client = new HashMap<>();
    private final Map<String, Object> producer = new HashMap<>();
    private final Map<String, Object> consumer = new HashMap<>();
    private final Map<String, Object> admin = new HashMap<>();

    private Builder(String brokers) {
      if (brokers.isBlank()) {
        throw new IllegalArgumentException("Name at least one broker, as host:port");
      }
      this.brokers = brokers;
    }

    /**
     * Separates services that share a Kafka cluster but no database: give each its own namespace.
     * The default is {@code default}.
     */
    public Builder namespace(String value) {
      this.namespace = notBlank("namespace", value);
      return this;
    }

    /**
     * Sets this node's data centre. Hints stay within one data centre; nodes elsewhere find the
     * remaining tasks by polling. By default, no data centre is set, and all nodes send each other
     * hints.
     */
    public Builder dataCentre(String value) {
      this.dataCentre = notBlank("data centre", value);
      return this;
    }

    /**
     * Sends each hint to all nodes that have the bucket; the first one with a free slot takes the
     * task. This is the default, because a busy node can't keep a hint from a free one. Each hint
     * may cost each node one late claim, so consider {@link #toOneNode} from about ten nodes on.
     */
    public Builder toEveryNode() {
      this.delivery = new Delivery.ToEveryNode();
      return this;
    }

    /**
     * Sends each hint to one other node of this Kafka consumer group. For the tasks that this node
     * adds to one flow, it is always the same node while the group doesn't change. If that node has
     * no free slot or has just died, the others find the task by polling. A node must list only
     * buckets that it runs; otherwise it receives hints that other nodes need.
     *
     * @param group the group's name; the same on all nodes that share the work
     */
    public Builder toOneNode(String group) {
      this.delivery = new Delivery.ToOneNode(group);
      return this;
    }

    /**
     * Sets whether Baton creates missing topics; true by default. If Baton may not create them, it
     * logs which topics it needs, and uses them as soon as they exist.
     */
    public Builder createTopics(boolean value) {
      topics =
          new TopicSettings(value, topics.partitions(), topics.replication(), topics.retention());
      return this;
    }

    /**
     * Sets the number of partitions of a new topic: at least the number of nodes in a group. The
     * default is 12.
     */
    public Builder partitions(int value) {
      topics = new TopicSettings(topics.create(), value, topics.replication(), topics.retention());
      return this;
    }

    /** Sets the number of copies of a new topic. The default is the broker's. */
    public Builder replication(int value) {
      topics = new TopicSettings(topics.create(), topics.partitions(), value, topics.retention());
      return this;
    }

    /**
     * Sets how long a new topic keeps hints, which are useless after seconds. The default is 10
     * minutes.
     */
    public Builder retention(Duration value) {
      topics = new TopicSettings(topics.create(), topics.partitions(), topics.replication(), value);
      return this;
    }

    /** Adds settings of all Kafka clients, by Kafka's names, for example for security. */
    public Builder client(Map<String, ?> values) {
      client.putAll(values);
      return this;
    }

    /** Adds settings of all Kafka clients. */
    public Builder client(Properties values) {
      values.stringPropertyNames().forEach(name -> client.put(name, values.getProperty(name)));
      return this;
    }

    /** Adds settings of the producer, which override those for all clients. */
    public Builder producer(Map<String, ?> values) {
      producer.putAll(values);
      return this;
    }

    /** Adds settings of the consumer, which override those for all clients. */
    public Builder consumer(Map<String, ?> values) {
      consumer.putAll(values);
      return this;
    }

    /** Adds settings of the admin client, which override those for all clients. */
    public Builder admin(Map<String, ?> values) {
      admin.putAll(values);
      return this;
    }

    /**
     * Returns the channel, for one node; it isn't connected yet.
     *
     * @throws IllegalArgumentException if only Baton may set a given Kafka setting, or if it is
     *     invalid
     */
    public KafkaTriggers build() {
      return new KafkaTriggers(this);
    }

    private ClientSettings.Given given() {
      return new ClientSettings.Given(client, producer, consumer, admin);
    }

    private static String notBlank(String what, String value) {
      if (value.isBlank()) {
        throw new IllegalArgumentException("The " + what + " must have a name");
      }
      return value;
    }
  }
}
