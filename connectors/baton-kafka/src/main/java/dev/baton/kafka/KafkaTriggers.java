package dev.baton.kafka;

import dev.baton.spi.TriggerChannel;
import dev.baton.task.Candidate;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Carries hints between the nodes of a cluster by Kafka, so that a task that its own node has no
 * slot for starts on another within milliseconds and not with that node's next poll. Kafka may be
 * away, at the start or at any time: tasks are added and run all the same, and hints flow again by
 * themselves when it is back. Thread-safe.
 *
 * <pre>{@code
 * Baton baton = Baton.builder(JdbcStore.of(dataSource))
 *     .channel(KafkaTriggers.builder("kafka-1:9092,kafka-2:9092").namespace("payments").build())
 *     .define(...)
 *     .start();
 * }</pre>
 *
 * <p>Kafka's own clients log a line with each failed connection while no broker answers; give the
 * logger {@code org.apache.kafka} the level ERROR if that is too much. Baton says it once.
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

  // Guarded by this.
  private @Nullable Opened opened;
  private boolean closed;

  /** What {@link #open} started. */
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
   * A channel yet to be described.
   *
   * @param brokers some brokers of the Kafka cluster, as {@code host:port,host:port}
   */
  public static Builder builder(String brokers) {
    return new Builder(brokers);
  }

  /**
   * @throws IllegalArgumentException when two of the buckets would share a topic
   */
  @Override
  public synchronized void open(Collection<String> buckets, Receiver receiver) {
    if (opened != null || closed) {
      throw new IllegalStateException("The channel is open already, or was closed");
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

  /** What was done so far. */
  public KafkaTriggerCounts counts() {
    return tally.counts();
  }

  /** The topic by which the bucket's hints go. */
  public String topic(String bucket) {
    return names.topic(bucket);
  }

  /** Sends what was published, if Kafka takes it at once, and ends within a few seconds. */
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
      // The sender asks the watch where to send its last hints.
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

  /** What was sent while Kafka was away, nobody got. */
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
    // Nothing of the thread that starts it is kept alive by it.
    Thread thread = new Thread(null, lasting, name, 0, false);
    thread.setDaemon(true);
    thread.setPriority(Thread.NORM_PRIORITY);
    thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
    return thread;
  }

  /** Describes a channel. Not thread-safe. */
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
     * Separates services that share a Kafka cluster but no database: give each its own. {@code
     * default} by default.
     */
    public Builder namespace(String value) {
      this.namespace = notBlank("namespace", value);
      return this;
    }

    /**
     * Where this node is. Hints stay within one data centre; nodes elsewhere find by their poll
     * what is left. None by default: all nodes hint each other.
     */
    public Builder dataCentre(String value) {
      this.dataCentre = notBlank("data centre", value);
      return this;
    }

    /**
     * Each hint reaches all nodes that have the bucket, and the first with a free slot takes the
     * task. This is the default: no full node can keep a hint from a free one. Each hint may cost
     * each node one claim that comes too late, so think of {@link #toOneNode} from some ten nodes
     * on.
     */
    public Builder toEveryNode() {
      this.delivery = new Delivery.ToEveryNode();
      return this;
    }

    /**
     * Each hint reaches one other node of this Kafka consumer group, always the same one for the
     * tasks that this node adds to one flow while the group stays as it is. When that node has no
     * free slot, or has just died, the others find the task by their poll. List on a node only
     * buckets that it runs, or it takes hints from those that do.
     *
     * @param group the group's name; the same on all nodes that share the work
     */
    public Builder toOneNode(String group) {
      this.delivery = new Delivery.ToOneNode(group);
      return this;
    }

    /**
     * Whether topics that aren't there are made; true by default. Where Baton may not, or isn't
     * let, it says in its log which topics it would like, and uses them as soon as they are there.
     */
    public Builder createTopics(boolean value) {
      topics =
          new TopicSettings(value, topics.partitions(), topics.replication(), topics.retention());
      return this;
    }

    /** Partitions of a new topic: at least as many as nodes in a group. 12 by default. */
    public Builder partitions(int value) {
      topics = new TopicSettings(topics.create(), value, topics.replication(), topics.retention());
      return this;
    }

    /** Copies of a new topic; the broker's default by default. */
    public Builder replication(int value) {
      topics = new TopicSettings(topics.create(), topics.partitions(), value, topics.retention());
      return this;
    }

    /** How long a new topic keeps hints, which are stale after seconds; 10 minutes by default. */
    public Builder retention(Duration value) {
      topics = new TopicSettings(topics.create(), topics.partitions(), topics.replication(), value);
      return this;
    }

    /** Further settings of all Kafka clients, by Kafka's names: security, for instance. */
    public Builder client(Map<String, ?> values) {
      client.putAll(values);
      return this;
    }

    /** Further settings of all Kafka clients. */
    public Builder client(Properties values) {
      values.stringPropertyNames().forEach(name -> client.put(name, values.getProperty(name)));
      return this;
    }

    /** Further settings of the producer; they win over those for all clients. */
    public Builder producer(Map<String, ?> values) {
      producer.putAll(values);
      return this;
    }

    /** Further settings of the consumer; they win over those for all clients. */
    public Builder consumer(Map<String, ?> values) {
      consumer.putAll(values);
      return this;
    }

    /** Further settings of the admin client; they win over those for all clients. */
    public Builder admin(Map<String, ?> values) {
      admin.putAll(values);
      return this;
    }

    /**
     * The channel, for one node; nothing is connected yet.
     *
     * @throws IllegalArgumentException when a Kafka setting is Baton's own, or can't be
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
