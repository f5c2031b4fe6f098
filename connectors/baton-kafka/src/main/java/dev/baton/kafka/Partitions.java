package dev.baton.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Assigns partitions to a consumer. Used only by the reader's thread. */
abstract sealed class Partitions {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaTriggers.class);
  private static final Duration TO_FIND_THE_PLACE = Duration.ofSeconds(5);

  /** Called with the partitions that only this node reads, when they change. Never blocks. */
  @FunctionalInterface
  interface Share {
    void is(Set<TopicPartition> partitions);
  }

  /** Partitions whose reading position isn't known yet. */
  private final Set<TopicPartition> fresh = new HashSet<>();

  final Set<TopicPartition> fresh() {
    return fresh;
  }

  static Partitions of(Delivery delivery, Share share) {
    return delivery instanceof Delivery.ToOneNode one ? new Shared(one.group(), share) : new All();
  }

  /** Starts reading these topics with the given numbers of partitions. */
  abstract void take(Consumer<?, ?> consumer, Map<String, Integer> topics);

  /** Makes the next consumer begin at the end, not where the last one was. */
  abstract void beginAtEnd();

  /**
   * Returns whether partitions are new since the last call; their reading positions are then known.
   */
  boolean settle(Consumer<?, ?> consumer) {
    if (fresh.isEmpty()) {
      return false;
    }
    fresh.forEach(partition -> consumer.position(partition, TO_FIND_THE_PLACE));
    fresh.clear();
    return true;
  }

  /** Assigns all partitions to every node. No position is stored. */
  private static final class All extends Partitions {
    @Override
    void take(Consumer<?, ?> consumer, Map<String, Integer> topics) {
      Set<TopicPartition> all = new HashSet<>();
      topics.forEach(
          (topic, count) -> {
            for (int number = 0; number < count; number++) {
              all.add(new TopicPartition(topic, number));
            }
          });
      fresh().clear();
      fresh().addAll(all);
      fresh().removeAll(consumer.assignment());
      consumer.assign(all);
      consumer.seekToEnd(fresh());
    }

    @Override
    void beginAtEnd() {}
  }

  /** Divides the partitions among the nodes of a group. */
  private static final class Shared extends Partitions {
    private final String group;
    private final Share share;
    private boolean atEnd;

    Shared(String group, Share share) {
      this.group = group;
      this.share = share;
    }

    @Override
    void take(Consumer<?, ?> consumer, Map<String, Integer> topics) {
      if (!consumer.subscription().equals(topics.keySet())) {
        fresh().clear();
        consumer.subscribe(topics.keySet(), new Listener(consumer));
      }
    }

    @Override
    void beginAtEnd() {
      atEnd = true;
    }

    private final class Listener implements ConsumerRebalanceListener {
      private final Consumer<?, ?> consumer;

      Listener(Consumer<?, ?> consumer) {
        this.consumer = consumer;
      }

      @Override
      public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        fresh().addAll(partitions);
        share.is(Set.copyOf(consumer.assignment()));
        if (atEnd) {
          consumer.seekToEnd(partitions);
        }
        LOG.info(
            "The group {} was rebalanced: this node reads {} partitions of hints, {} of them new",
            group,
            consumer.assignment().size(),
            partitions.size());
      }

      @Override
      public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        fresh().removeAll(partitions);
        Set<TopicPartition> left = new HashSet<>(consumer.assignment());
        left.removeAll(partitions);
        share.is(Set.copyOf(left));
      }
    }
  }
}
