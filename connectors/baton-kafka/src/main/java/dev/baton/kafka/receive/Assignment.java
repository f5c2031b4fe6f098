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
 * The node's partitions, the work in progress for each, and the offsets committed to Kafka. Used
 * only by the receiving thread.
 */
final class Assignment implements ConsumerRebalanceListener {
  private static final Duration TO_END = Duration.ofSeconds(5);
  private static final Duration TO_COMMIT = Duration.ofSeconds(3);
  private static final long RETRY_COMMIT_NANOS = 1_000_000_000L;

  private final Consumer<byte[], byte[]> consumer;
  private final ExecutorService threads;
  private final BatchWork.Terms terms;
  private final Map<TopicPartition, Running> running = new HashMap<>();

  /** Finished offsets that aren't committed yet, or whose commit got no response. */
  private final Map<TopicPartition, OffsetAndMetadata> untold = new HashMap<>();

  /** The offsets of the latest commit: a response to an earlier one has no meaning any more. */
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

  /** Returns whether work is in progress, so that the loop should check again soon. */
  boolean isBusy() {
    return !running.isEmpty() || !untold.isEmpty();
  }

  /** Starts a batch; its partition is paused until the batch is finished. */
  void begin(TopicPartition partition, List<ReceivedMessage> messages) {
    consumer.pause(Set.of(partition));
    BatchWork work = new BatchWork(messages, terms);
    running.put(partition, new Running(work, threads.submit(work)));
  }

  /** Commits finished offsets, and resumes partitions whose batch is finished. */
  void settle() {
    Set<TopicPartition> through = new HashSet<>();
    running.forEach(
        (partition, one) -> {
          // Check whether the work is over before reading its offset. In the other order, the last
          // step of the work could be missed.
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

  /** Pauses all partitions, or resumes those that have no batch. */
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
        // The next owner of the partition reads these messages again. That duplicates no task, and
        // handlers are called at least once anyway.
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

  /** Forgets the partitions, because the other node commits from now on. */
  private void forget(Collection<TopicPartition> gone) {
    untold.keySet().removeAll(gone);
    latest.keySet().removeAll(gone);
  }

  /** Ends all work and commits what is finished. */
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
