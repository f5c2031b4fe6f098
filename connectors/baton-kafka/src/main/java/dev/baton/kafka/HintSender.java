package dev.baton.kafka;

import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Sends hints from a bounded queue on a separate thread, so that adding a task never waits for
 * Kafka. Hints that can't be sent are dropped. When Kafka accepts records again, other nodes are
 * asked to read the store instead. Thread-safe.
 */
final class HintSender implements Runnable {
  private static final int MAX_QUEUED = 10_000;
  private static final int MAX_CONCURRENT = 2_000;
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);
  private static final Duration FOR_A_NEW_TOPIC = Duration.ofSeconds(2);
  private static final Duration FOR_THE_LAST = Duration.ofSeconds(1);

  private final UUID sender;
  private final TopicNames names;
  private final TopicWatch watch;
  private final Map<String, Object> settings;
  private final TriggerCounters tally;
  private final BlockingQueue<Candidate> queue = new ArrayBlockingQueue<>(MAX_QUEUED);

  /** Buckets of dropped hints. The nodes of these buckets must still be asked to read the store. */
  private final Set<String> untold = ConcurrentHashMap.newKeySet();

  private volatile Set<TopicPartition> own = Set.of();
  private volatile boolean closed;
  private @Nullable Producer<byte[], byte[]> producer;

  HintSender(
      UUID sender,
      TopicNames names,
      TopicWatch watch,
      Map<String, Object> settings,
      TriggerCounters tally) {
    this.sender = sender;
    this.names = names;
    this.watch = watch;
    this.settings = settings;
    this.tally = tally;
  }

  /** Adds hints to the queue; never blocks. Hints that don't fit are dropped. */
  void offer(List<Candidate> hints) {
    for (Candidate hint : hints) {
      if (closed || !queue.offer(hint)) {
        dropped(hint.bucket(), 1);
      }
    }
  }

  /** Avoids partitions that only this node reads: a hint there would reach no other node. */
  void avoid(Set<TopicPartition> partitions) {
    own = partitions;
  }

  /** Ends the thread after it has sent the queued hints, if Kafka accepts them at once. */
  void close() {
    closed = true;
  }

  @Override
  public void run() {
    try {
      List<Candidate> batch = new ArrayList<>();
      while (take(batch)) {
        sendOrDrop(batch);
        batch.clear();
        tellToLook();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (producer != null) {
        producer.close(FOR_THE_LAST);
        producer = null;
      }
    }
  }

  private void sendOrDrop(List<Candidate> batch) throws InterruptedException {
    boolean isSent = false;
    try {
      send(batch);
      isSent = true;
    } finally {
      if (!isSent) {
        // This includes hints sent before the failure: other nodes only read the store once more.
        batch.forEach(hint -> dropped(hint.bucket(), 1));
      }
    }
  }

  /** Takes hints from the queue. Returns false if the sender is closed and nothing is left. */
  private boolean take(List<Candidate> batch) throws InterruptedException {
    boolean last = closed;
    Candidate first = queue.poll(last ? 0 : LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    if (first != null) {
      batch.add(first);
      queue.drainTo(batch, MAX_CONCURRENT - 1);
    }
    return first != null || !last;
  }

  private void send(List<Candidate> batch) throws InterruptedException {
    Map<String, Map<Flow, List<Candidate>>> byBucket = new LinkedHashMap<>();
    for (Candidate hint : batch) {
      byBucket
          .computeIfAbsent(hint.bucket(), bucket -> new LinkedHashMap<>())
          .computeIfAbsent(hint.flow(), flow -> new ArrayList<>())
          .add(hint);
    }
    for (Map.Entry<String, Map<Flow, List<Candidate>>> bucket : byBucket.entrySet()) {
      for (List<Candidate> hints : bucket.getValue().values()) {
        for (int from = 0; from < hints.size(); from += HintFormat.MAX_HINTS) {
          int to = Math.min(hints.size(), from + HintFormat.MAX_HINTS);
          send(bucket.getKey(), hints.subList(from, to));
        }
      }
    }
  }

  private void send(String bucket, List<Candidate> hints) throws InterruptedException {
    int count = hints.size();
    String topic = names.topic(bucket);
    if (!watch.isThere(topic, FOR_A_NEW_TOPIC) || watch.isAway()) {
      dropped(bucket, count);
      return;
    }
    byte[] key = HintFormat.key(hints.get(0).flow());
    Integer partition = partition(topic, key);
    byte[] value = HintFormat.hints(sender, hints);
    send(new ProducerRecord<>(topic, partition, key, value), bucket, count);
  }

  /** Returns the partition; null lets Kafka choose by the key. */
  private @Nullable Integer partition(String topic, byte[] key) {
    Set<TopicPartition> avoided = own;
    if (avoided.isEmpty()) {
      return null;
    }
    List<Integer> others = new ArrayList<>();
    for (int number = 0; number < watch.known().getOrDefault(topic, 0); number++) {
      if (!avoided.contains(new TopicPartition(topic, number))) {
        others.add(number);
      }
    }
    return others.isEmpty() ? null : others.get(Math.floorMod(Arrays.hashCode(key), others.size()));
  }

  private void tellToLook() throws InterruptedException {
    if (watch.isAway()) {
      return;
    }
    for (String bucket : untold) {
      String topic = names.topic(bucket);
      if (watch.isThere(topic, FOR_A_NEW_TOPIC)) {
        untold.remove(bucket);
        byte[] key = bucket.getBytes(StandardCharsets.UTF_8);
        byte[] value = HintFormat.look(sender, bucket);
        send(new ProducerRecord<>(topic, partition(topic, key), key, value), bucket, 0);
      }
    }
  }

  private void send(ProducerRecord<byte[], byte[]> hints, String bucket, int count) {
    try {
      producer()
          .send(
              hints,
              (written, error) -> {
                if (error == null) {
                  tally.sent.add(count);
                } else {
                  failed(bucket, count);
                }
              });
    } catch (RuntimeException e) {
      failed(bucket, count);
    }
  }

  private void failed(String bucket, int count) {
    dropped(bucket, count);
    watch.suspect();
  }

  private void dropped(String bucket, int count) {
    tally.dropped.add(count);
    untold.add(bucket);
  }

  private Producer<byte[], byte[]> producer() {
    if (producer == null) {
      producer = new KafkaProducer<>(settings);
    }
    return producer;
  }
}
