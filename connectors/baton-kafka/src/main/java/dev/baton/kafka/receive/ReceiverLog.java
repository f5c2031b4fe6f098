package dev.baton.kafka.receive;

import dev.baton.api.AddResult;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs a receiver's events, each change once, and counts them. Thread-safe. */
final class ReceiverLog {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaReceiver.class);

  private final String group;
  private final AtomicBoolean databaseAway = new AtomicBoolean();
  private final LongAdder added = new LongAdder();
  private final LongAdder known = new LongAdder();
  private final LongAdder handled = new LongAdder();
  private final LongAdder setAside = new LongAdder();
  private volatile String lastTrouble = "";

  ReceiverLog(String group) {
    this.group = group;
  }

  KafkaReceiverCounts counts() {
    return new KafkaReceiverCounts(added.sum(), known.sum(), handled.sum(), setAside.sum());
  }

  void assigned(Set<TopicPartition> before, Set<TopicPartition> now) {
    if (!before.equals(now)) {
      LOG.info(
          "Group {} was rebalanced: this node reads {} partitions now and read {} before: {}",
          group,
          now.size(),
          before.size(),
          sorted(now));
    }
  }

  void lost(Set<TopicPartition> partitions) {
    LOG.warn(
        "Group {} took the partitions {} from this node, which had not responded to Kafka in time:"
            + " other nodes read its open messages again, and no task is duplicated",
        group,
        sorted(partitions));
  }

  void paused(boolean now) {
    LOG.info(
        now
            ? "Group {} is paused: this node receives no messages for it"
            : "Group {} is resumed: this node receives its messages again",
        group);
  }

  void missing(Set<String> topics) {
    LOG.warn(
        "Group {} can't read the topics {}: they don't exist, or this client may not read"
            + " them. It reads them as soon as it can",
        group,
        new TreeSet<>(topics));
  }

  void trouble(Throwable e) {
    if (!e.toString().equals(lastTrouble)) {
      lastTrouble = e.toString();
      LOG.warn(
          "Group {} can't read from Kafka ({}). No message is lost. Baton keeps trying and logs"
              + " this once",
          group,
          Texts.line(lastTrouble));
    }
  }

  void databaseAway(RuntimeException why) {
    if (!databaseAway.getAndSet(true)) {
      LOG.warn(
          "The database doesn't accept the tasks that group {} creates from messages ({}). The"
              + " messages wait in Kafka until it does",
          group,
          Texts.line(why.toString()));
    }
  }

  void databaseTook(List<AddResult> results) {
    for (AddResult result : results) {
      (result.usesSubmittedPayload() ? added : known).increment();
    }
    if (databaseAway.getAndSet(false)) {
      LOG.info("The database accepts the tasks of group {} again", group);
    }
  }

  void setAside(Route route, ReceivedMessage message, Throwable why) {
    setAside.increment();
    LOG.warn(
        "The route '{}' can't process the message at {} ({}): Baton stored its bytes as a task of"
            + " type {}, and continues with the next message",
        route.name(),
        Texts.line(message.place()),
        Texts.line(why.toString()),
        AsideTasks.TYPE);
  }

  void handlerFailed(
      Route route, ReceivedMessage message, int attempt, Throwable why, Duration again) {
    if (attempt == 1) {
      LOG.warn(
          "The message at {} failed in '{}' ({}). Its partition waits, other partitions continue."
              + " Baton retries it in {}, then with growing pauses, and logs this once",
          Texts.line(message.place()),
          route.name(),
          Texts.line(why.toString()),
          Texts.about(again));
    }
  }

  void broken(ReceivedMessage first, Throwable why) {
    LOG.error(
        "Baton can't process the messages from {} on: it retries every few seconds",
        Texts.line(first.place()),
        Texts.harmless(why));
  }

  void handled(Route route, ReceivedMessage message, int attempt) {
    handled.increment();
    if (attempt > 1) {
      LOG.info(
          "The message at {} succeeded in '{}' at attempt {}: its partition continues",
          Texts.line(message.place()),
          route.name(),
          attempt);
    }
  }

  void notCommitted(@Nullable Throwable why) {
    LOG.debug("Offsets of group {} could not be committed yet", group, why);
  }

  private static Set<String> sorted(Set<TopicPartition> partitions) {
    Set<String> names = new TreeSet<>();
    partitions.forEach(partition -> names.add(partition.toString()));
    return names;
  }
}
