package dev.baton.kafka.send;

import dev.baton.api.AddResult;
import dev.baton.api.TaskAdder;
import dev.baton.api.TaskRequest;
import dev.baton.api.Transaction;
import dev.baton.api.cluster.BucketOptions;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.spi.Transactions;
import dev.baton.task.TaskSpec;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Sends Kafka messages as tasks: a message is sent if and only if the transaction commits in which
 * it was added, at least once, and its task is DONE when all in-sync replicas have it. Needs no
 * Kafka itself: a node with a {@link KafkaSender} sends what others add. Thread-safe.
 *
 * <pre>{@code
 * KafkaSender sender = KafkaSender.builder("kafka-1:9092,kafka-2:9092").build();
 * Baton baton = JdbcBaton.on(dataSource).define(sender.definitions()).start();
 * KafkaTasks kafka = KafkaTasks.on(baton.tasks(), baton.transactions());
 * kafka.send("payouts", payout.id(), json, Map.of("source", "payouts"));
 * }</pre>
 *
 * <p>Methods without a transaction join the thread's current one, where the set-up knows of one,
 * and otherwise commit their own.
 */
public final class KafkaTasks {
  private static final int LONGEST_SUB_TYPE = 120;
  private static final long VERSION_7 = 0x7000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;

  private final TaskAdder tasks;
  private final Transactions transactions;
  private final UnaryOperator<TaskRequest> refinement;

  private KafkaTasks(
      TaskAdder tasks, Transactions transactions, UnaryOperator<TaskRequest> refinement) {
    this.tasks = tasks;
    this.transactions = transactions;
    this.refinement = refinement;
  }

  /** Adds messages by {@code baton.tasks()}, in {@code baton.transactions()}. */
  public static KafkaTasks on(TaskAdder tasks, Transactions transactions) {
    return new KafkaTasks(tasks, transactions, UnaryOperator.identity());
  }

  /**
   * The same, which refines the tasks it adds: a priority, a unique key, a later time. What is sent
   * in order can have neither an id nor a unique key of its own.
   */
  public KafkaTasks with(UnaryOperator<TaskRequest> refine) {
    return new KafkaTasks(tasks, transactions, request -> refine.apply(refinement.apply(request)));
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
   * Sends these messages by one task, which costs far less than a task for each. Those that Kafka
   * has acknowledged aren't sent again when others failed. They have no order among each other,
   * except that those with one key usually arrive as they are listed.
   *
   * @throws IllegalArgumentException when there are none, or together they are larger than a
   *     payload may be
   */
  public AddResult send(KafkaMessage... messages) {
    return tasks.add(request(List.of(messages), false));
  }

  /** As {@link #send(KafkaMessage...)}, if this transaction commits. */
  public AddResult send(Transaction transaction, KafkaMessage... messages) {
    return tasks.add(transaction, request(List.of(messages), false));
  }

  /**
   * Sends these messages of one topic and key one after the other, and after all that were sent in
   * order with this topic and key by transactions that have committed before: those wait for their
   * retries, and these wait for them. One in ERROR is waited for, too, until a person has it sent,
   * acknowledges or cancels it. A transaction that sends in order keeps others waiting that send
   * with the same topic and key, until it ends: send late in it, and commit soon.
   *
   * <p>A request that an earlier attempt had sent and given up for lost may still reach Kafka
   * afterwards: order, as delivery, has its duplicates.
   *
   * @throws IllegalArgumentException when they have no key, or not the same topic and key
   * @throws StoreUnavailableException also where the database refuses to change what was committed
   *     after the transaction's snapshot: run the transaction again
   */
  public AddResult sendInOrder(KafkaMessage... messages) {
    Optional<Transaction> current = transactions.current();
    if (current.isPresent()) {
      return sendInOrder(current.get(), messages);
    }
    try {
      return transactions.call(transaction -> sendInOrder(transaction, messages));
    } catch (RuntimeException broken) {
      throw broken;
    } catch (Exception undeclared) {
      throw new StoreUnavailableException("The messages could not be added", undeclared);
    }
  }

  /** As {@link #sendInOrder(KafkaMessage...)}, if this transaction commits. */
  public AddResult sendInOrder(Transaction transaction, KafkaMessage... messages) {
    TaskRequest request = request(List.of(messages), true);
    OrderKey order = OrderKey.of(List.of(messages));
    refuse(request, order);
    UUID id = newId();
    Optional<UUID> before = OrderRegister.enter(tasks, transaction, order.unique(), id);
    TaskRequest ordered = request.id(id).key(order.flow());
    return tasks.add(transaction, before.map(ordered::afterAllEnded).orElse(ordered));
  }

  /** Before the order knows of it: an order must never go by a message that was refused. */
  private static void refuse(TaskRequest request, OrderKey order) {
    if (request.id() != null || request.uniqueKey() != null || request.isHeld()) {
      throw new IllegalArgumentException(
          "Messages sent in order can't be held, nor have an id or a unique key of their own: the"
              + " next ones wait for the task that is added now. Leave all that out");
    }
    new TaskSpec(
        request.type(),
        request.subType(),
        request.bucket() == null ? BucketOptions.DEFAULT : request.bucket(),
        order.flow(),
        request.priority(),
        request.payload(),
        request.context(),
        null,
        null,
        true);
  }

  private TaskRequest request(List<KafkaMessage> messages, boolean inOrder) {
    if (messages.isEmpty()) {
      throw new IllegalArgumentException("There is no message to send");
    }
    String topic = messages.get(0).topic();
    return refinement.apply(
        TaskRequest.of(KafkaSender.TYPE)
            .subType(topic.substring(0, Math.min(LONGEST_SUB_TYPE, topic.length())))
            .payload(SendFormat.write(new SendFormat.Load(messages, inOrder))));
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

  /** As Baton's own, by time: neighbours in the index. */
  private static UUID newId() {
    UUID random = UUID.randomUUID();
    long high = (System.currentTimeMillis() << 16) | VERSION_7;
    return new UUID(
        high | (random.getMostSignificantBits() & 0xFFF),
        VARIANT | (random.getLeastSignificantBits() >>> 2));
  }
}
