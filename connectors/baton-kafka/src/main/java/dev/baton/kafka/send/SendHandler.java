package dev.baton.kafka.send;

import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawHandler;
import dev.baton.kafka.send.KafkaMessage.Header;
import dev.baton.task.Bytes;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/** Sends a task's messages, and succeeds when Kafka has acknowledged all of them. Thread-safe. */
final class SendHandler implements RawHandler.Sync {
  private final SharedProducer producers;

  SendHandler(SharedProducer producers) {
    this.producers = producers;
  }

  @Override
  public Outcome<?> handle(Attempt attempt) throws InterruptedException {
    SendFormat.Load load = SendFormat.read(attempt.payload());
    Bytes kept = attempt.data();
    BitSet acknowledged = kept == null ? new BitSet() : BitSet.valueOf(kept.toArray());
    int before = acknowledged.cardinality();
    Failure failure =
        load.inOrder()
            ? oneByOne(attempt, load.messages(), acknowledged)
            : allAtOnce(load.messages(), acknowledged);
    if (failure == null) {
      return Outcome.done();
    }
    if (acknowledged.cardinality() > before) {
      // The next attempt must not send acknowledged messages again.
      attempt.checkpoint(Bytes.of(acknowledged.toByteArray()));
    }
    throw SendErrors.of(
        "Of "
            + load.messages().size()
            + " messages "
            + acknowledged.cardinality()
            + " are sent; the "
            + load.messages().get(failure.index()),
        failure.error());
  }

  /** The reason why a message was not sent. */
  private record Failure(int index, Throwable error) {}

  /** Returns a failure if not all were sent, if possible one that may be retried. */
  private @Nullable Failure allAtOnce(List<KafkaMessage> messages, BitSet acknowledged)
      throws InterruptedException {
    Producer<byte[], byte[]> producer = producers.get();
    List<Future<?>> sent = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      sent.add(
          acknowledged.get(i)
              ? CompletableFuture.completedFuture(null)
              : send(producer, messages.get(i)));
    }
    Failure first = null;
    for (int i = 0; i < sent.size(); i++) {
      Throwable error = await(producer, sent.get(i));
      if (error == null) {
        acknowledged.set(i);
      } else if (first == null || SendErrors.isForGood(first.error())) {
        first = new Failure(i, error);
      }
    }
    return first;
  }

  /**
   * Sends each message after the one before it has arrived: with pipelining, a later one could
   * arrive alone.
   */
  private @Nullable Failure oneByOne(
      Attempt attempt, List<KafkaMessage> messages, BitSet acknowledged)
      throws InterruptedException {
    Producer<byte[], byte[]> producer = producers.get();
    for (int i = acknowledged.nextClearBit(0); i < messages.size(); i++) {
      if (attempt.isCancelled()) {
        // Another node may be sending this message and the next ones by now.
        return new Failure(
            i, new IllegalStateException("the attempt was cancelled or lost its lease"));
      }
      Throwable error = await(producer, send(producer, messages.get(i)));
      if (error != null) {
        return new Failure(i, error);
      }
      acknowledged.set(i);
    }
    return null;
  }

  private static Future<?> send(Producer<byte[], byte[]> producer, KafkaMessage message)
      throws InterruptedException {
    ProducerRecord<byte[], byte[]> sent =
        new ProducerRecord<>(message.topic(), array(message.key()), array(message.value()));
    for (Header header : message.headers()) {
      sent.headers().add(header.name(), array(header.value()));
    }
    try {
      return producer.send(sent);
    } catch (InterruptException e) {
      throw interrupted(e);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private @Nullable Throwable await(Producer<byte[], byte[]> producer, Future<?> sent)
      throws InterruptedException {
    try {
      sent.get();
      return null;
    } catch (ExecutionException e) {
      Throwable error = e.getCause() == null ? e : e.getCause();
      if (!SendErrors.leavesProducerSound(error)) {
        producers.discard(producer);
      }
      return error;
    }
  }

  private static InterruptedException interrupted(InterruptException e) {
    InterruptedException plain = new InterruptedException(e.getMessage());
    plain.initCause(e);
    return plain;
  }

  @SuppressWarnings("NullAway") // Kafka's client takes null for none
  private static byte[] array(@Nullable Bytes bytes) {
    return bytes == null ? null : bytes.toArray();
  }
}
