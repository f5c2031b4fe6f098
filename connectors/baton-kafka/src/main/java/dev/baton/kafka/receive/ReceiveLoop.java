package dev.baton.kafka.receive;

import dev.baton.kafka.send.KafkaMessage;
import dev.baton.task.Bytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Polls on a separate thread. Only this thread uses the consumer; other threads may only wake it
 * up. If a consumer fails, it starts again with another one.
 */
final class ReceiveLoop implements Runnable {
  private static final Duration WHILE_IDLE = Duration.ofMillis(250);
  private static final Duration WHILE_BUSY = Duration.ofMillis(20);
  private static final Duration TO_LEAVE = Duration.ofSeconds(2);
  private static final Duration TO_LIST = Duration.ofSeconds(5);
  private static final long AFTER_TROUBLE_MILLIS = 1_000;

  private final Map<String, Object> settings;
  private final ExecutorService threads;
  private final BatchWork.Terms terms;
  private final Set<String> untoldTopics;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile boolean paused;
  private volatile @Nullable Consumer<byte[], byte[]> open;

  /**
   * @param topics the topics to log if they don't exist
   */
  ReceiveLoop(
      Map<String, Object> settings,
      ExecutorService threads,
      BatchWork.Terms terms,
      Set<String> topics) {
    this.settings = settings;
    this.threads = threads;
    this.terms = terms;
    this.untoldTopics = new HashSet<>(topics);
  }

  void pause(boolean now) {
    if (paused != now) {
      paused = now;
      terms.log().paused(now);
    }
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
        try {
          receiveUntilTrouble();
        } catch (RuntimeException | Error broken) {
          // Catch failures of a close, too: if this thread ended, no message would be read.
          terms.log().trouble(broken);
        }
        closed.await(isClosed() ? 0 : AFTER_TROUBLE_MILLIS, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void receiveUntilTrouble() {
    Consumer<byte[], byte[]> consumer = null;
    Assignment assignment = null;
    try {
      consumer = new KafkaConsumer<>(settings);
      open = consumer;
      assignment = new Assignment(consumer, threads, terms);
      consumer.subscribe(terms.routes().pattern(), assignment);
      receive(consumer, assignment);
    } catch (WakeupException e) {
      // The receiver is stopping.
    } catch (RuntimeException e) {
      terms.log().trouble(e);
    } finally {
      open = null;
      if (assignment != null) {
        assignment.close();
      }
      if (consumer != null) {
        close(consumer);
      }
    }
  }

  private void receive(Consumer<byte[], byte[]> consumer, Assignment assignment) {
    while (!isClosed()) {
      assignment.pause(paused);
      ConsumerRecords<byte[], byte[]> records =
          consumer.poll(assignment.isBusy() ? WHILE_BUSY : WHILE_IDLE);
      for (TopicPartition partition : records.partitions()) {
        List<ReceivedMessage> messages = new ArrayList<>();
        records.records(partition).forEach(record -> messages.add(message(record)));
        assignment.begin(partition, messages);
      }
      assignment.settle();
      tellMissing(consumer);
    }
  }

  /** Logs missing topics once, when Kafka first responds. */
  private void tellMissing(Consumer<byte[], byte[]> consumer) {
    if (untoldTopics.isEmpty()) {
      return;
    }
    try {
      untoldTopics.removeAll(consumer.listTopics(TO_LIST).keySet());
      if (!untoldTopics.isEmpty()) {
        terms.log().missing(untoldTopics);
        untoldTopics.clear();
      }
    } catch (org.apache.kafka.common.errors.TimeoutException notYet) {
      // The next round tries again.
    }
  }

  private static ReceivedMessage message(ConsumerRecord<byte[], byte[]> record) {
    List<KafkaMessage.Header> headers = new ArrayList<>();
    for (Header header : record.headers()) {
      headers.add(new KafkaMessage.Header(header.key(), bytes(header.value())));
    }
    return new ReceivedMessage(
        record.topic(),
        record.partition(),
        record.offset(),
        record.timestamp(),
        bytes(record.key()),
        bytes(record.value()),
        headers);
  }

  private static @Nullable Bytes bytes(byte @Nullable [] array) {
    return array == null ? null : Bytes.of(array);
  }

  private void close(Consumer<byte[], byte[]> consumer) {
    try {
      consumer.close(CloseOptions.timeout(TO_LEAVE));
    } catch (KafkaException e) {
      terms.log().notCommitted(e);
    }
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }
}
