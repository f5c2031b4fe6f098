package dev.baton.kafka;

import dev.baton.spi.TriggerChannel.Receiver;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads other nodes' hints on a separate thread. Only this thread uses the consumer; other threads
 * may only wake it up.
 */
final class HintReader implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaTriggers.class);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration UNTIL_ASSIGNED = Duration.ofMillis(100);
  private static final Duration TO_LEAVE = Duration.ofSeconds(1);
  private static final long FIRST_PAUSE_MILLIS = 1_000;
  private static final long LAST_PAUSE_MILLIS = 30_000;

  /** Lag in records beyond which the node reads the store instead, because that is faster. */
  private static final long MAX_LAG = 10_000;

  private final UUID self;
  private final Map<String, String> bucketsByTopic;
  private final Map<String, Object> settings;
  private final Partitions partitions;
  private final TopicWatch watch;
  private final Receiver receiver;
  private final TriggerCounters tally;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile @Nullable Consumer<byte[], byte[]> open;
  private boolean saidUnreadable;
  private String lastTrouble = "";
  private long pauseMillis = FIRST_PAUSE_MILLIS;

  /** The input of a reader: what it reads, and for which receiver. */
  record Task(
      UUID self,
      Map<String, String> bucketsByTopic,
      Delivery delivery,
      Partitions.Share share,
      Receiver receiver) {}

  HintReader(Task task, Map<String, Object> settings, TopicWatch watch, TriggerCounters tally) {
    this.self = task.self();
    this.bucketsByTopic = task.bucketsByTopic();
    this.receiver = task.receiver();
    this.partitions = Partitions.of(task.delivery(), task.share());
    this.settings = settings;
    this.watch = watch;
    this.tally = tally;
  }

  /** Ends the thread soon. */
  void close() {
    closed.countDown();
    Consumer<byte[], byte[]> consumer = open;
    if (consumer != null) {
      consumer.wakeup();
    }
  }

  @Override
  public void run() {
    try {
      while (!isClosed()) {
        if (watch.known().isEmpty()) {
          // Create no consumer before a topic exists: it would only fail or query without effect.
          watch.awaitChange(Map.of(), POLL);
          continue;
        }
        readUntilTrouble();
        closed.await(isClosed() ? 0 : pauseMillis, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void readUntilTrouble() throws InterruptedException {
    Consumer<byte[], byte[]> consumer = null;
    try {
      consumer = new KafkaConsumer<>(settings);
      open = consumer;
      read(consumer);
    } catch (WakeupException e) {
      // The channel is closing.
    } catch (RuntimeException | Error e) {
      trouble(e);
    } finally {
      open = null;
      if (consumer != null) {
        close(consumer);
      }
    }
  }

  private void read(Consumer<byte[], byte[]> consumer) throws InterruptedException {
    Map<String, Integer> reading = Map.of();
    while (!isClosed()) {
      Map<String, Integer> known = new HashMap<>(watch.known());
      known.keySet().retainAll(bucketsByTopic.keySet());
      if (!known.equals(reading)) {
        partitions.take(consumer, known);
        reading = known;
      }
      if (reading.isEmpty()) {
        watch.awaitChange(watch.known(), POLL);
        continue;
      }
      lookIfNew(consumer);
      boolean waits = consumer.assignment().isEmpty();
      ConsumerRecords<byte[], byte[]> records = consumer.poll(waits ? UNTIL_ASSIGNED : POLL);
      lookIfNew(consumer);
      take(consumer, records);
    }
  }

  /**
   * Makes the node read the store if it has got a new partition. Hints that were sent to the
   * partition before don't arrive here.
   */
  private void lookIfNew(Consumer<byte[], byte[]> consumer) {
    if (partitions.settle(consumer)) {
      receiver.missedSome();
    }
  }

  private void take(Consumer<byte[], byte[]> consumer, ConsumerRecords<byte[], byte[]> records) {
    if (records.isEmpty()) {
      if (!hasConnection(consumer)) {
        watch.suspect();
      }
      return;
    }
    if (!skipsLag(consumer)) {
      records.forEach(this::deliver);
    }
    pauseMillis = FIRST_PAUSE_MILLIS;
    lastTrouble = "";
  }

  private void deliver(ConsumerRecord<byte[], byte[]> record) {
    byte[] value = record.value();
    Optional<HintRecord> read = value == null ? Optional.empty() : HintFormat.read(value);
    String bucket = bucketsByTopic.get(record.topic());
    if (read.isEmpty() || !read.get().bucket().equals(bucket)) {
      tally.unreadable.increment();
      if (!saidUnreadable) {
        saidUnreadable = true;
        LOG.warn(
            "Skipped a record that this version can't read as a hint: topic {}, partition {},"
                + " offset {}. Further ones are counted and not logged",
            Texts.line(record.topic()),
            record.partition(),
            record.offset());
      }
      return;
    }
    HintRecord hints = read.get();
    if (hints.sender().equals(self)) {
      return;
    }
    if (hints.hints().isEmpty()) {
      receiver.missedSome();
    } else {
      tally.received.add(hints.hints().size());
      receiver.ready(hints.hints());
    }
  }

  /**
   * Skips old hints, which would only delay new ones: a scan of the store finds what is still
   * ready.
   */
  private boolean skipsLag(Consumer<byte[], byte[]> consumer) {
    Set<TopicPartition> behind = new HashSet<>();
    for (TopicPartition partition : consumer.assignment()) {
      if (consumer.currentLag(partition).orElse(0) > MAX_LAG) {
        behind.add(partition);
      }
    }
    if (behind.isEmpty()) {
      return false;
    }
    consumer.seekToEnd(behind);
    LOG.info(
        "Skipped more than {} old hints in {}: this node scans the store instead", MAX_LAG, behind);
    receiver.missedSome();
    return true;
  }

  private static boolean hasConnection(Consumer<byte[], byte[]> consumer) {
    for (Map.Entry<?, ? extends Metric> entry : consumer.metrics().entrySet()) {
      Metric metric = entry.getValue();
      if (metric.metricName().name().equals("connection-count")) {
        return !Double.valueOf(0).equals(metric.metricValue());
      }
    }
    return true;
  }

  /**
   * Pauses, then starts again at the end, so that a record that can't be read doesn't block the
   * reader.
   */
  private void trouble(Throwable e) {
    partitions.beginAtEnd();
    watch.suspect();
    if (!(e instanceof RetriableException) && !e.toString().equals(lastTrouble)) {
      lastTrouble = e.toString();
      LOG.warn(
          "This node can't read hints from Kafka ({}): polling finds the tasks. The node retries"
              + " with growing pauses and logs this once",
          Texts.line(lastTrouble));
    }
    pauseMillis = Math.min(LAST_PAUSE_MILLIS, pauseMillis * 2);
  }

  private static void close(Consumer<byte[], byte[]> consumer) {
    try {
      consumer.close(CloseOptions.timeout(TO_LEAVE));
    } catch (KafkaException e) {
      LOG.debug("A consumer of hints did not close properly; its group will notice", e);
    }
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }
}
