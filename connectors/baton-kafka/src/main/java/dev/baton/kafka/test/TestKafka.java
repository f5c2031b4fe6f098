package dev.baton.kafka.test;

import dev.baton.api.TaskAdder;
import dev.baton.kafka.receive.KafkaReceiver;
import dev.baton.kafka.receive.ReceivedMessage;
import dev.baton.kafka.send.KafkaMessage;
import dev.baton.kafka.send.KafkaSender;
import dev.baton.task.Bytes;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Replaces Kafka in tests: stores sent messages, and turns delivered messages into tasks at once.
 * Each topic has one partition. Thread-safe.
 */
public final class TestKafka {
  private static final Instant FIRST = Instant.parse("2026-03-02T09:00:00Z");

  private final List<KafkaMessage> sent = new ArrayList<>();
  private final ArrayDeque<Exception> failures = new ArrayDeque<>();
  private final Map<String, Long> offsets = new HashMap<>();
  private List<KafkaReceiver> receivers = List.of();
  private @Nullable TaskAdder tasks;

  /** Returns a sender whose messages are stored here, in place of one that connects to Kafka. */
  public KafkaSender sender() {
    return sender(KafkaSender.builder("none:9092"));
  }

  /** Returns the sender that the builder describes, with its messages stored here. */
  public KafkaSender sender(KafkaSender.Builder described) {
    return described.connectedBy(this::producer).build();
  }

  /** Returns all sent messages, in the order in which they were acknowledged. */
  public synchronized List<KafkaMessage> sent() {
    return List.copyOf(sent);
  }

  /** Returns the messages sent to this topic. */
  public List<KafkaMessage> sent(String topic) {
    return sent().stream().filter(message -> message.topic().equals(topic)).toList();
  }

  /**
   * Makes the next sent message fail with this exception, for example a {@code
   * org.apache.kafka.common.errors.TimeoutException}, after which the message is sent again.
   */
  public synchronized void failNext(Exception with) {
    failures.add(with);
  }

  /** Returns the number of failures that haven't occurred yet. */
  public synchronized int pendingFailures() {
    return failures.size();
  }

  /**
   * Sets the receivers of messages that are delivered from now on.
   *
   * @param adder {@code baton.tasks()}
   */
  public synchronized void readBy(TaskAdder adder, KafkaReceiver... all) {
    tasks = adder;
    receivers = List.of(all);
  }

  /**
   * Delivers a message to each receiver that reads its topic. When this returns, its tasks are
   * added and plain handlers were called.
   *
   * @return the message as it was read, for {@link #deliverAgain}
   * @throws IllegalArgumentException if no receiver reads the topic
   * @throws IllegalStateException if a plain handler fails
   */
  public ReceivedMessage deliver(KafkaMessage message) {
    long offset;
    synchronized (this) {
      offset = offsets.merge(message.topic(), 1L, Long::sum) - 1;
    }
    ReceivedMessage read =
        new ReceivedMessage(
            message.topic(),
            0,
            offset,
            FIRST.plusMillis(offset).toEpochMilli(),
            message.key(),
            message.value(),
            message.headers());
    deliverAgain(read);
    return read;
  }

  /** Delivers a message again, as Kafka does if an offset was not committed. */
  public void deliverAgain(ReceivedMessage message) {
    List<KafkaReceiver> reading;
    TaskAdder adder;
    synchronized (this) {
      reading = receivers.stream().filter(one -> one.reads(message.topic())).toList();
      adder = tasks;
    }
    if (reading.isEmpty() || adder == null) {
      throw new IllegalArgumentException(
          "No receiver reads the topic " + message.topic() + ": set it with readBy(...)");
    }
    for (KafkaReceiver receiver : reading) {
      try {
        receiver.take(adder, message);
      } catch (Exception failed) {
        throw new IllegalStateException("The " + message + " failed: " + failed, failed);
      }
    }
  }

  /** Removes the sent messages and the failures that haven't occurred yet. */
  public synchronized void clear() {
    sent.clear();
    failures.clear();
  }

  @SuppressWarnings("unchecked")
  private Producer<byte[], byte[]> producer() {
    return (Producer<byte[], byte[]>)
        Proxy.newProxyInstance(
            TestKafka.class.getClassLoader(),
            new Class<?>[] {Producer.class},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "send" -> take((ProducerRecord<byte[], byte[]>) arguments[0]);
                  case "close", "flush" -> null;
                  case "equals" -> self == arguments[0];
                  case "hashCode" -> System.identityHashCode(self);
                  case "toString" -> "a test's producer";
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private synchronized Future<RecordMetadata> take(ProducerRecord<byte[], byte[]> record) {
    Exception failure = failures.poll();
    if (failure != null) {
      return CompletableFuture.failedFuture(failure);
    }
    List<KafkaMessage.Header> headers = new ArrayList<>();
    for (Header header : record.headers()) {
      headers.add(new KafkaMessage.Header(header.key(), bytes(header.value())));
    }
    sent.add(new KafkaMessage(record.topic(), bytes(record.key()), bytes(record.value()), headers));
    TopicPartition place = new TopicPartition(record.topic(), 0);
    return CompletableFuture.completedFuture(
        new RecordMetadata(place, sent.size() - 1L, 0, FIRST.toEpochMilli(), 0, 0));
  }

  private static @Nullable Bytes bytes(byte @Nullable [] array) {
    return array == null ? null : Bytes.of(array);
  }
}
