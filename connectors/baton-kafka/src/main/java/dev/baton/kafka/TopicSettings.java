package dev.baton.kafka;

import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * Settings for creating missing topics of hints.
 *
 * @param create whether Baton may create them
 * @param partitions partitions of each topic; in a group, no more nodes than this receive hints
 * @param replication copies of each partition; zero for the broker's default
 * @param retention how long Kafka keeps a hint
 */
record TopicSettings(boolean create, int partitions, int replication, Duration retention) {
  private static final Duration SHORTEST = Duration.ofMinutes(1);

  TopicSettings {
    if (partitions < 1 || partitions > 1_000) {
      throw new IllegalArgumentException("partitions must be from 1 to 1000: " + partitions);
    }
    if (replication < 0 || replication > 100) {
      throw new IllegalArgumentException(
          "replication must be from 1 to 100, or 0 for the broker's default: " + replication);
    }
    if (retention.compareTo(SHORTEST) < 0) {
      throw new IllegalArgumentException(
          "retention must be 1 min or more: " + Texts.duration(retention));
    }
  }

  /** Returns the defaults: 12 partitions, 10 minutes, and the broker's number of copies. */
  static TopicSettings defaults() {
    return new TopicSettings(true, 12, 0, Duration.ofMinutes(10));
  }

  NewTopic topic(String name) {
    Optional<Short> copies = replication == 0 ? Optional.empty() : Optional.of((short) replication);
    String millis = String.valueOf(retention.toMillis());
    return new NewTopic(name, Optional.of(partitions), copies)
        // Kafka deletes only whole segments: without segment.ms, hints would stay for a week.
        .configs(Map.of("cleanup.policy", "delete", "retention.ms", millis, "segment.ms", millis));
  }
}
