package dev.baton.kafka;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** A check of the topics: which exist, which could be created, and which are refused and why. */
final class TopicCheck {
  private static final int MILLIS = 3_000;

  /** The result of a check. */
  sealed interface TopicAnswer permits FoundTopics, Away {}

  /**
   * Kafka has responded.
   *
   * @param partitions the number of partitions of each existing topic
   * @param made topics created by this check; not every broker knows them yet
   * @param missing for each other topic, why it is missing
   */
  record FoundTopics(Map<String, Integer> partitions, Set<String> made, Map<String, String> missing)
      implements TopicAnswer {}

  /** No broker responded in time. */
  record Away(Throwable why) implements TopicAnswer {}

  private final Map<String, Integer> partitions = new TreeMap<>();
  private final Map<String, String> missing = new TreeMap<>();
  private final Set<String> made = new HashSet<>();

  private TopicCheck() {}

  /** Checks the topics and creates missing ones, if allowed. */
  static TopicAnswer of(Admin admin, Collection<String> topics, TopicSettings settings)
      throws InterruptedException {
    TopicCheck check = new TopicCheck();
    try {
      List<String> unknown = check.describe(admin, topics);
      if (settings.create() && !unknown.isEmpty()) {
        check.create(admin, unknown.stream().map(settings::topic).toList());
      }
      return new FoundTopics(Map.copyOf(check.partitions), check.made, check.missing);
    } catch (NoAnswer e) {
      return new Away(e.why);
    }
  }

  /** Returns the missing topics. */
  private List<String> describe(Admin admin, Collection<String> topics)
      throws InterruptedException, NoAnswer {
    List<String> unknown = new ArrayList<>();
    Map<String, KafkaFuture<TopicDescription>> answers =
        admin
            .describeTopics(topics, new DescribeTopicsOptions().timeoutMs(MILLIS))
            .topicNameValues();
    for (Map.Entry<String, KafkaFuture<TopicDescription>> answer : answers.entrySet()) {
      String topic = answer.getKey();
      try {
        partitions.put(topic, answer.getValue().get().partitions().size());
      } catch (ExecutionException e) {
        if (e.getCause() instanceof UnknownTopicOrPartitionException) {
          unknown.add(topic);
          missing.put(topic, "it doesn't exist");
        } else {
          refuse(topic, e);
        }
      }
    }
    return unknown;
  }

  private void create(Admin admin, List<NewTopic> topics) throws InterruptedException, NoAnswer {
    Map<String, KafkaFuture<Void>> answers =
        admin.createTopics(topics, new CreateTopicsOptions().timeoutMs(MILLIS)).values();
    for (Map.Entry<String, KafkaFuture<Void>> answer : answers.entrySet()) {
      String topic = answer.getKey();
      try {
        answer.getValue().get();
        made.add(topic);
      } catch (ExecutionException e) {
        if (e.getCause() instanceof TopicExistsException) {
          // Another node was faster.
          made.add(topic);
        } else {
          refuse(topic, e);
        }
      }
    }
    made.forEach(missing::remove);
  }

  /**
   * Records Kafka's reason for refusing the topic. A temporary failure, or one that locks this
   * client out, says nothing about the topic and is thrown.
   */
  private void refuse(String topic, ExecutionException failure) throws NoAnswer {
    Throwable why = failure.getCause() == null ? failure : failure.getCause();
    boolean passes = why instanceof RetriableException || why instanceof AuthenticationException;
    if (passes || !(why instanceof KafkaException)) {
      throw new NoAnswer(why);
    }
    missing.put(topic, String.valueOf(why.getMessage()));
  }

  private static final class NoAnswer extends Exception {
    private static final long serialVersionUID = 1;
    private final transient Throwable why;

    NoAnswer(Throwable why) {
      super(why);
      this.why = why;
    }
  }
}
