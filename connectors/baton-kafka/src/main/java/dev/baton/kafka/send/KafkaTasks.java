package dev.baton.kafka.send;

import dev.baton.api.AddResult;
import dev.baton.api.TaskAdder;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Transaction;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.api.internal.RequestFields;
import dev.baton.task.Bytes;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Sends Kafka messages as tasks. A message is sent, at least once, if and only if the transaction
 * that added it commits. Its task is DONE when all in-sync replicas have it. This class needs no
 * connection to Kafka: a node with a {@link KafkaSender} sends the messages. Thread-safe.
 *
 * <pre>{@code
 * KafkaSender sender = KafkaSender.builder("kafka-1:9092,kafka-2:9092").build();
 * Baton baton =
 *     Baton.builder(JdbcStore.of(dataSource)).define(sender.definitions()).start();
 * KafkaTasks kafka = KafkaTasks.on(baton.tasks());
 * kafka.send("payouts", payout.id(), json, Map.of("source", "payouts"));
 * }</pre>
 *
 * <p>A method without a transaction joins the thread's current one, if Baton's configuration
 * provides it, and otherwise commits its own.
 */
public final class KafkaTasks {
  private static final int LONGEST_SUB_TYPE = 120;

  private final TaskAdder tasks;
  private final UnaryOperator<TaskRequest<?, ?>> refinement;

  private KafkaTasks(TaskAdder tasks, UnaryOperator<TaskRequest<?, ?>> refinement) {
    this.tasks = tasks;
    this.refinement = refinement;
  }

  /** Adds messages with {@code baton.tasks()}. */
  public static KafkaTasks on(TaskAdder tasks) {
    return new KafkaTasks(tasks, UnaryOperator.identity());
  }

  /**
   * Returns a copy that also changes the tasks it adds: for example a priority, a unique key, or a
   * later time.
   */
  public KafkaTasks with(UnaryOperator<TaskRequest<?, ?>> refine) {
    return new KafkaTasks(tasks, request -> refine.apply(refinement.apply(request)));
  }

  /** Sends one message of texts. */
  public AddResult send(
      String topic, @Nullable String key, @Nullable String value, Map<String, String> headers) {
    return send(message(topic, key, value, headers));
  }

  /** Sends one message of texts, if this transaction commits. */
  public AddResult send(
      Transaction transaction,
      String topic,
      @Nullable String key,
      @Nullable String value,
      Map<String, String> headers) {
    return send(transaction, message(topic, key, value, headers));
  }

  /**
   * Sends these messages with one task, which costs far less than a task for each. Messages that
   * Kafka has acknowledged aren't sent again if others failed. They have no order, except that
   * messages with the same key usually arrive as listed.
   *
   * @throws IllegalArgumentException if there are none, or if together they exceed the size limit
   *     of a payload
   */
  public AddResult send(KafkaMessage... messages) {
    return tasks.add(request(List.of(messages), false));
  }

  /** Does the same as {@link #send(KafkaMessage...)}, if this transaction commits. */
  public AddResult send(Transaction transaction, KafkaMessage... messages) {
    return tasks.add(transaction, request(List.of(messages), false));
  }

  /**
   * Sends these messages of one topic and key one after the other, after all messages that were
   * sent in order with this topic and key by transactions that committed earlier. The messages wait
   * while an earlier message is retried. They also wait while an earlier message is in ERROR, until
   * a person retries, fails or cancels it. A transaction that sends in order makes others that send
   * with the same topic and key wait until it ends: send late in it, and commit soon.
   *
   * <p>A request that an earlier attempt had sent and considered lost may still reach Kafka
   * afterwards. So both delivery and order allow duplicates.
   *
   * @throws IllegalArgumentException if they have no key, or different topics or keys
   * @throws StoreUnavailableException also if the database refuses to change rows committed after
   *     the transaction's snapshot: run the transaction again
   */
  public AddResult sendInOrder(KafkaMessage... messages) {
    return tasks.add(inOrder(List.of(messages)));
  }

  /** Does the same as {@link #sendInOrder(KafkaMessage...)}, if this transaction commits. */
  public AddResult sendInOrder(Transaction transaction, KafkaMessage... messages) {
    return tasks.add(transaction, inOrder(List.of(messages)));
  }

  private TaskRequest<?, ?> inOrder(List<KafkaMessage> messages) {
    return RequestFields.ordered(request(messages, true).key(OrderKey.of(messages)));
  }

  private TaskRequest<?, ?> request(List<KafkaMessage> messages, boolean inOrder) {
    if (messages.isEmpty()) {
      throw new IllegalArgumentException("There is no message to send");
    }
    String topic = messages.get(0).topic();
    return refinement.apply(
        TaskType.of(KafkaSender.TYPE, Bytes.class)
            .with(SendFormat.write(new SendFormat.Load(messages, inOrder)))
            .subType(topic.substring(0, Math.min(LONGEST_SUB_TYPE, topic.length()))));
  }

  private static KafkaMessage message(
      String topic, @Nullable String key, @Nullable String value, Map<String, String> headers) {
    KafkaMessage message = KafkaMessage.to(topic);
    message = key == null ? message : message.key(key);
    message = value == null ? message : message.value(value);
    for (Map.Entry<String, String> header : headers.entrySet()) {
      message = message.header(header.getKey(), Objects.requireNonNull(header.getValue()));
    }
    return message;
  }
}
