package dev.baton.kafka.receive;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;

/**
 * The partitions this node has, the work under way for each, and how far Kafka was told. Used by
 * the receiving thread alone.
 */
final class Assignment implements ConsumerRebalanceListener {
  private static final Duration TO_END = Duration.ofSeconds(5);
  private static final Duration TO_COMMIT = Duration.ofSeconds(3);
  private static final long RETRY_COMMIT_NANOS = 1_000_000_000L;

  private final Consumer<byte[], byte[]> consumer;
  private final ExecutorService threads;
  private final BatchWork.Terms terms;
  private final Map<TopicPartition, Running> running = new HashMap<>();

  /** What is done and Kafka wasn't told of, or didn't answer. */
  private final Map<TopicPartition, OffsetAndMetadata> untold = new HashMap<>();

  /** What Kafka was told last: an answer to what was told before it means nothing any more. */
  private final Map<TopicPartition, OffsetAndMetadata> latest = new HashMap<>();

  private Set<TopicPartition> mine = Set.of();
  private boolean paused;
  private long commitNotBefore = System.nanoTime();

  Assignment(Consumer<byte[], byte[]> consumer, ExecutorService threads, BatchWork.Terms terms) {
    this.consumer = consumer;
    this.threads = threads;
    this.terms = terms;
  }

  private record Running(BatchWork work, Future<?> thread) {}

  /** Whether anything is under way, so that it is worth looking again soon. */
  boolean isBusy() {
    return !running.isEmpty() || !untold.isEmpty();
  }

  /** Begins with a batch; its partition is paused until it is through. */
  void begin(TopicPartition partition, List<ReceivedMessage> messages) {
    consumer.pause(Set.of(partition));
    BatchWork work = new BatchWork(messages, terms);
    running.put(partition, new Running(work, threads.submit(work)));
  }

  /** Tells Kafka what is done, and lets partitions go on whose batch is through. */
  void settle() {
    Set<TopicPartition> through = new HashSet<>();
    running.forEach(
        (partition, one) -> {
          // Whether it is over before how far it is: else its last step could be missed.
          boolean over = one.work().isOver();
          note(partition, one.work());
          if (over) {
            through.add(partition);
          }
        });
    running.keySet().removeAll(through);
    if (!paused) {
      through.retainAll(consumer.assignment());
      consumer.resume(through);
    }
    if (!untold.isEmpty() && System.nanoTime() - commitNotBefore >= 0) {
      commit();
    }
  }

  /** Nothing more is read, or everything again. */
  void pause(boolean now) {
    if (paused == now) {
      return;
    }
    paused = now;
    if (now) {
      consumer.pause(consumer.assignment());
    } else {
      Set<TopicPartition> free = new HashSet<>(consumer.assignment());
      free.removeAll(running.keySet());
      consumer.resume(free);
    }
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> added) {
    if (paused) {
      consumer.pause(added);
    }
    Set<TopicPartition> now = new HashSet<>(consumer.assignment());
    terms.log().assigned(mine, now);
    mine = now;
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> gone) {
    end(gone);
    Map<TopicPartition, OffsetAndMetadata> last = new HashMap<>(untold);
    last.keySet().retainAll(gone);
    if (!last.isEmpty()) {
      try {
        commitNow(last);
      } catch (KafkaException e) {
        // Read again by the next one: tasks aren't doubled, handlers promise at least once.
        terms.log().notCommitted(e);
      }
    }
    forget(gone);
  }

  @Override
  public void onPartitionsLost(Collection<TopicPartition> gone) {
    terms.log().lost(Set.copyOf(gone));
    end(gone);
    forget(gone);
    Set<TopicPartition> left = new HashSet<>(mine);
    left.removeAll(gone);
    mine = left;
  }

  /** The other node tells Kafka from now on. */
  private void forget(Collection<TopicPartition> gone) {
    untold.keySet().removeAll(gone);
    latest.keySet().removeAll(gone);
  }

  /** Ends all work and tells Kafka what was done. */
  void close() {
    onPartitionsRevoked(Set.copyOf(running.keySet()));
    onPartitionsRevoked(Set.copyOf(untold.keySet()));
  }

  private void commitNow(Map<TopicPartition, OffsetAndMetadata> offsets) {
    try {
      consumer.commitSync(offsets, TO_COMMIT);
    } catch (WakeupException wokenToClose) {
      consumer.commitSync(offsets, TO_COMMIT);
    }
  }

  private void end(Collection<TopicPartition> gone) {
    Map<TopicPartition, Running> ending = new HashMap<>(running);
    ending.keySet().retainAll(gone);
    running.keySet().removeAll(gone);
    ending.values().forEach(one -> one.work().callOff());
    long end = System.nanoTime() + TO_END.toNanos();
    try {
      for (Running one : ending.values()) {
        if (!one.work().awaitEnd(Math.max(0, end - System.nanoTime()))) {
          one.thread().cancel(true);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    ending.forEach((partition, one) -> note(partition, one.work()));
  }

  private void note(TopicPartition partition, BatchWork work) {
    long done = work.done();
    if (done > work.told()) {
      work.tell(done);
      untold.put(partition, new OffsetAndMetadata(done));
    }
  }

  private void commit() {
    Map<TopicPartition, OffsetAndMetadata> sent = new HashMap<>(untold);
    untold.clear();
    latest.putAll(sent);
    consumer.commitAsync(
        sent,
        (offsets, error) -> {
          if (error != null) {
            terms.log().notCommitted(error);
            commitNotBefore = System.nanoTime() + RETRY_COMMIT_NANOS;
            offsets.forEach(
                (partition, offset) -> {
                  if (offset.equals(latest.get(partition))) {
                    untold.putIfAbsent(partition, offset);
                  }
                });
          }
        });
  }
}
