package dev.baton.kafka.receive;

import dev.baton.api.AddResult;
import dev.baton.task.Texts;
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

/** What a receiver tells people, each change once, and what it counts. Thread-safe. */
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
          "Group {} was rebalanced: this node reads {} partitions now, {} before: {}",
          group,
          now.size(),
          before.size(),
          sorted(now));
    }
  }

  void lost(Set<TopicPartition> partitions) {
    LOG.warn(
        "Group {} took the partitions {} from this node, which was not heard of in time: what it"
            + " was at, others read again; tasks aren't doubled",
        group,
        sorted(partitions));
  }

  void paused(boolean now) {
    LOG.info(now ? "Receiving of group {} is paused" : "Receiving of group {} goes on", group);
  }

  void missing(Set<String> topics) {
    LOG.warn(
        "Group {} is to read the topics {}, which aren't there, or may not be read: they are read"
            + " as soon as they are",
        group,
        new TreeSet<>(topics));
  }

  void trouble(Throwable e) {
    if (!e.toString().equals(lastTrouble)) {
      lastTrouble = e.toString();
      LOG.warn(
          "Group {} can't read from Kafka ({}). Nothing is lost; trying again, without telling it"
              + " each time",
          group,
          Texts.line(lastTrouble));
    }
  }

  void databaseAway(RuntimeException why) {
    if (!databaseAway.getAndSet(true)) {
      LOG.warn(
          "The database doesn't take the tasks that group {} makes of messages ({}). They wait in"
              + " Kafka, and are taken when it is back",
          group,
          Texts.line(why.toString()));
    }
  }

  void databaseTook(List<AddResult> results) {
    for (AddResult result : results) {
      (result.isTakenUp() ? added : known).increment();
    }
    if (databaseAway.getAndSet(false)) {
      LOG.info("The database takes the tasks of group {} again", group);
    }
  }

  void setAside(Route route, ReceivedMessage message, Throwable why) {
    setAside.increment();
    LOG.warn(
        "The message at {} can't be taken by '{}' ({}): set aside as a task of type {} with its"
            + " bytes; the others go on",
        Texts.line(message.place()),
        route.name(),
        Texts.line(why.toString()),
        AsideTasks.TYPE);
  }

  void handlerFailed(
      Route route, ReceivedMessage message, int attempt, Throwable why, Duration again) {
    if (attempt == 1) {
      LOG.warn(
          "The message at {} failed in '{}' ({}): its partition waits, and it is tried again, in {}"
              + " at first, without telling it each time; other partitions go on",
          Texts.line(message.place()),
          route.name(),
          Texts.line(why.toString()),
          again);
    }
  }

  void broken(ReceivedMessage first, Throwable why) {
    LOG.error(
        "The messages from {} on can't be worked on; trying again every few seconds",
        Texts.line(first.place()),
        Texts.harmless(why));
  }

  void handled(Route route, ReceivedMessage message, int attempt) {
    handled.increment();
    if (attempt > 1) {
      LOG.info(
          "The message at {} went well in '{}' at attempt {}; its partition goes on",
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
