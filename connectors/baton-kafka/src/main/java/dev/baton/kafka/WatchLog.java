package dev.baton.kafka;

import dev.baton.task.internal.Texts;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs a {@link TopicWatch}'s findings, each change once. Used only by the watch's thread. */
final class WatchLog {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaTriggers.class);

  private final String brokers;
  private final TopicSettings topics;
  private final Set<String> told = new TreeSet<>();
  private boolean saidAway;

  WatchLog(String brokers, TopicSettings topics) {
    this.brokers = brokers;
    this.topics = topics;
  }

  void away(Throwable why) {
    if (!saidAway) {
      saidAway = true;
      LOG.warn(
          "Kafka at {} doesn't respond ({}). Tasks are still added and run; until it"
              + " responds, nodes find each other's tasks by polling",
          brokers,
          Texts.line(why.getCause() == null ? why.toString() : why + ": " + why.getCause()));
    }
  }

  void found(TopicCheck.FoundTopics found) {
    if (saidAway) {
      saidAway = false;
      LOG.info("Kafka at {} responds again. Nodes send hints through it from now on", brokers);
    }
    if (!found.made().isEmpty()) {
      LOG.info("Created the Kafka topics {} for hints, or another node did", found.made());
    }
    tellMissing(found.missing());
    told.retainAll(found.missing().keySet());
  }

  private void tellMissing(Map<String, String> missing) {
    if (!told.containsAll(missing.keySet())) {
      LOG.warn(
          "These Kafka topics for hints don't exist at {}: {}. Create them with {} partitions,"
              + " cleanup.policy=delete and retention.ms={}, or let this client do it (ACL CREATE,"
              + " createTopics(true)). Until then polling finds the tasks. Baton keeps trying and"
              + " logs this once",
          brokers,
          Texts.line(missing),
          topics.partitions(),
          topics.retention().toMillis());
      told.addAll(missing.keySet());
    }
  }
}
