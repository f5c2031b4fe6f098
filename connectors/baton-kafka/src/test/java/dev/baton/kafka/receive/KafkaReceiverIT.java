package dev.baton.kafka.receive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.PayloadException;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.kafka.LogLines;
import dev.baton.kafka.TestBroker;
import dev.baton.kafka.TestNode;
import dev.baton.kafka.TopicWriter;
import dev.baton.kafka.Waiting;
import dev.baton.operate.TaskContent;
import dev.baton.operate.TaskInfo;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests messages of a topic from a real broker to a real database. */
class KafkaReceiverIT {
  private static final Duration SOON = Duration.ofMillis(20);

  private final TestNode database = TestNode.database();
  private final Map<UUID, String> ran = new ConcurrentHashMap<>();
  private final Queue<String> payloads = new ConcurrentLinkedQueue<>();
  private final AtomicInteger runs = new AtomicInteger();
  private final TaskDefinition<?, ?> taken =
      RawDefinition.of(
              "TAKEN|",
              attempt -> {
                payloads.add(attempt.payloadText());
                runs.incrementAndGet();
                // The last message. Tests wait for it and then check the others.
                ran.put(attempt.taskId(), attempt.type());
                return Outcome.done();
              })
          .asPrefix();
  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable one : open) {
      one.close();
    }
    database.close();
  }

  @Test
  void eachConverterMakesTasksOfItsMessages() throws Exception {
    TestBroker.createTopic("in", 2);
    TestBroker.createTopic("fra.in", 1);
    TestBroker.createTopic("other.in", 1);
    UUID event = UUID.randomUUID();
    KafkaReceiver receiver =
        receiver("in-group")
            .alsoFrom("fra.")
            .tasks("all", "in", message -> task("ALL", message.text()))
            .tasks(
                "numbers",
                "in",
                NUMBERS,
                Integer.class,
                (n, m) -> task("EVEN", "" + n).filter(t -> n % 2 == 0))
            .tasks("events", "in", message -> task("EVENT", "e").map(t -> t.id(event)))
            .tasks(
                "also-events",
                "in",
                message -> task("EVENT", "v").map(t -> t.id(ReceivedMessage.variation(event, "v"))))
            .build();
    TopicWriter.write("in", 0, "1", "2");
    TopicWriter.write("in", 1, "3");
    TopicWriter.write("fra.in", 0, "4");
    TopicWriter.write("other.in", 0, "5");

    started(receiver, taken);
    Waiting.until("all are there", () -> ran.size() == 4 + 2 + 2);

    assertThat(new TreeSet<>(payloads)).containsExactly("1", "2", "3", "4", "e", "v");
    assertThat(ran.values().stream().filter("TAKEN|EVEN"::equals)).hasSize(2);
    // Four messages of the same event become one task for each converter.
    assertThat(ran).containsEntry(event, "TAKEN|EVENT");
    awaitCommitted("in-group", Map.of("in-0", 2L, "in-1", 1L, "fra.in-0", 1L));
    assertThat(receiver.counts()).isEqualTo(new KafkaReceiverCounts(8, 6, 0, 0));
  }

  @Test
  void restartedReceiverContinuesAtItsOffset() throws Exception {
    TestBroker.createTopic("again", 1);
    KafkaReceiver receiver =
        receiver("again-group")
            .tasks("all", "again", message -> task("ALL", message.text()))
            .build();
    TopicWriter.write("again", 0, "1");
    Baton baton = started(receiver, taken);
    Waiting.until("the first is there", () -> ran.size() == 1);

    receiver.stop();
    TopicWriter.write("again", 0, "2");
    receiver.start(baton.tasks());
    Waiting.until("the second is there", () -> ran.size() == 2);
    assertThat(payloads).containsExactly("1", "2");
  }

  @Test
  void unreadableMessageBecomesTaskInErrorAndOthersContinue() throws Exception {
    TestBroker.createTopic("poison", 1);
    AtomicBoolean mended = new AtomicBoolean();
    KafkaReceiver receiver =
        receiver("poison-group")
            .tasks(
                "numbers",
                "poison",
                NUMBERS,
                Integer.class,
                (number, message) -> task("N", message.keyText() + " " + number))
            .tasks(
                "picky",
                "poison",
                message ->
                    // Only the add finds a context that is too large.
                    message.text().equals("3") && !mended.get()
                        ? Optional.of(
                            TaskRequest.of(TaskType.of("T")).context("a", "x".repeat(9_000)))
                        : Optional.empty())
            .build();
    TopicWriter.write("poison", 0, "1", "two", "3", "4");

    Baton baton = started(receiver, taken);
    Waiting.until("the others are there", () -> ran.size() == 3);
    Waiting.until("two tasks are in ERROR", () -> asides(baton).size() == 2);

    TaskInfo poison = aside(baton, "two");
    TaskInfo picky = aside(baton, "3");
    assertThat(baton.operations().task(poison.id()).attempts().get(0).error())
        .contains("The message at poison-0@1 can't be taken by 'numbers'", "edit the payload");
    assertThat(baton.operations().task(poison.id()).content().orElseThrow().context()).isEmpty();
    String traits = "SELECT traits FROM baton_task WHERE id = '" + poison.id() + "'";
    assertThat(database.asked(traits))
        .singleElement(InstanceOfAssertFactories.STRING)
        .contains("kafka.topic", "poison", "kafka.partition", "0", "kafka.offset", "1");

    // After a manual repair the message becomes the right task. The same is true for messages that
    // only a new version accepts.
    baton.operations().task(poison.id()).ifUnchangedSince(poison.version()).edit(Bytes.of("2"));
    baton.operations().task(poison.id()).retry();
    mended.set(true);
    baton.operations().task(picky.id()).retry();
    Waiting.until("it has become a task", () -> ran.size() == 4);
    Waiting.until(
        "nothing is left", () -> database.ask("SELECT COUNT(*) FROM baton_task").equals("0"));
    assertThat(payloads)
        .containsExactlyInAnyOrder("key of 1 1", "key of two 2", "key of 3 3", "key of 4 4");
    awaitCommitted("poison-group", Map.of("poison-0", 4L));
  }

  @Test
  void messagesWaitWhileDatabaseIsDownAndNoneIsLostOrDuplicated() throws Exception {
    TestBroker.createTopic("waiting", 2);
    KafkaReceiver receiver =
        receiver("waiting-group")
            .tasks("all", "waiting", message -> task("ALL", message.text()))
            .build();
    Baton baton = database.start(taken);
    TroubledAdder trouble = new TroubledAdder(baton.tasks());
    open.add(receiver);
    open.add(baton);
    try (LogLines log = new LogLines(KafkaReceiver.class)) {
      trouble.away.set(true);
      receiver.start(trouble);
      TopicWriter.write("waiting", 0, "1", "2", "3");
      TopicWriter.write("waiting", 1, "4", "5");
      Waiting.until("the adds have failed", () -> trouble.refused.get() > 3);
      assertThat(committed("waiting-group")).isEmpty();
      trouble.loseAnAnswer.set(true);
      trouble.away.set(false);
      Waiting.until("all are there", () -> ran.size() == 5);
      awaitCommitted("waiting-group", Map.of("waiting-0", 3L, "waiting-1", 2L));
      assertThat(runs).hasValue(5);
      assertThat(log.with("The database doesn't accept the tasks that group")).isNotEmpty();
      assertThat(log.with("The database accepts the tasks of group")).isNotEmpty();
    }
  }

  @Test
  void failedHandlerDelaysOnlyItsPartition() throws Exception {
    TestBroker.createTopic("plain", 2);
    AtomicBoolean works = new AtomicBoolean();
    AtomicInteger failures = new AtomicInteger();
    Queue<String> done = new ConcurrentLinkedQueue<>();
    KafkaReceiver receiver =
        receiver("plain-group")
            .retry(Retry.fixed(SOON).maxAttempts(1_000_000))
            .handle(
                "plain",
                "plain",
                message -> {
                  if (message.text().equals("hard") && !works.get()) {
                    failures.incrementAndGet();
                    throw new IllegalStateException("not yet");
                  }
                  done.add(message.text());
                })
            .build();
    TopicWriter.write("plain", 0, "first", "hard", "after it");
    TopicWriter.write("plain", 1, "a", "b");
    try (LogLines log = new LogLines(KafkaReceiver.class)) {
      started(receiver, taken);
      Waiting.until("it has failed often", () -> failures.get() > 3);
      awaitCommitted("plain-group", Map.of("plain-0", 1L, "plain-1", 2L));
      TopicWriter.write("plain", 1, "c");
      awaitCommitted("plain-group", Map.of("plain-0", 1L, "plain-1", 3L));
      assertThat(done).containsExactlyInAnyOrder("first", "a", "b", "c");

      works.set(true);
      awaitCommitted("plain-group", Map.of("plain-0", 3L, "plain-1", 3L));
      assertThat(done).containsExactlyInAnyOrder("first", "a", "b", "c", "hard", "after it");
      assertThat(log.with("failed in 'plain'")).hasSize(1);
      assertThat(log.with("succeeded in 'plain'")).hasSize(1);
    }
  }

  @Test
  void messageIsSetAsideAfterTheLastRetry() throws Exception {
    TestBroker.createTopic("given-up", 1);
    Queue<String> done = new ConcurrentLinkedQueue<>();
    AtomicBoolean works = new AtomicBoolean();
    KafkaReceiver receiver =
        receiver("given-up-group")
            .retry(Retry.fixed(SOON).maxAttempts(2))
            .handle(
                "plain",
                "given-up",
                message -> {
                  if (message.text().equals("bad") && !works.get()) {
                    throw new IllegalStateException("never");
                  }
                  done.add(message.text());
                })
            .build();
    TopicWriter.write("given-up", 0, "bad", "good");

    Baton baton = started(receiver, taken);
    Waiting.until("one task is in ERROR", () -> asides(baton).size() == 1);
    awaitCommitted("given-up-group", Map.of("given-up-0", 2L));
    assertThat(done).containsExactly("good");
    works.set(true);
    baton.operations().task(asides(baton).get(0).id()).retry();
    Waiting.until("the message was handled", () -> done.contains("bad"));
  }

  @Test
  @Tag("deep")
  void rebalancingAndPausingLoseAndDuplicateNothing() throws Exception {
    TestBroker.createTopic("shared", 4);
    KafkaReceiver first = sharing().build();
    KafkaReceiver second = sharing().build();
    try (LogLines log = new LogLines(KafkaReceiver.class)) {
      Baton baton = started(first, taken);
      writeShared(0, 200);
      Waiting.until("the first reads", () -> ran.size() == 200);

      open.add(0, second);
      second.start(baton.tasks());
      log.await("2 partitions now and read 0 before");
      first.pause();
      writeShared(200, 400);
      Waiting.until("the second node continues", () -> second.counts().added() > 50);
      first.resume();
      Waiting.until("the first node continues", () -> ran.size() == 400);
      writeShared(400, 600);
      second.close();
      Waiting.until("the first has all of them", () -> ran.size() == 600);

      assertThat(runs).hasValue(600);
      assertThat(payloads).doesNotHaveDuplicates();
      assertThat(log.with("is paused")).hasSize(1);
      assertThat(log.with("is resumed")).hasSize(1);
      log.await("4 partitions now and read 2 before");
      // First one node has all partitions, then each has half, then one has all again. Cooperative
      // rebalancing takes two steps.
      assertThat(log.with("was rebalanced")).hasSizeBetween(4, 12);
    }
  }

  private static void writeShared(int from, int to) throws Exception {
    List<ProducerRecord<String, String>> records = new ArrayList<>();
    for (int number = from; number < to; number++) {
      records.add(new ProducerRecord<>("shared", number % 4, null, "m" + number));
    }
    TopicWriter.write(records);
  }

  private KafkaReceiver.Builder sharing() {
    return receiver("shared-group").tasks("all", "shared", message -> task("ALL", message.text()));
  }

  static final PayloadCodec NUMBERS =
      new PayloadCodec() {
        @Override
        public Bytes encode(Object value) {
          return Bytes.of(value.toString());
        }

        @Override
        public <T> T decode(Bytes bytes, Class<T> type) {
          try {
            return type.cast(Integer.valueOf(bytes.toText()));
          } catch (NumberFormatException e) {
            throw new PayloadException("no number", e);
          }
        }
      };

  private static KafkaReceiver.Builder receiver(String group) {
    return KafkaReceiver.builder(TestBroker.KAFKA.bootstrap(), group)
        .consumer(Map.of("heartbeat.interval.ms", 200, "metadata.max.age.ms", 500));
  }

  private static Optional<TaskRequest<?, ?>> task(String type, String payload) {
    return Optional.of(TaskType.of("TAKEN|" + type, Bytes.class).with(Bytes.of(payload)));
  }

  private Baton started(KafkaReceiver receiver, TaskDefinition<?, ?> more) {
    TaskDefinition<?, ?>[] asides = receiver.definitions();
    Baton baton = database.start(asides[0], more);
    open.add(receiver);
    open.add(baton);
    receiver.start(baton.tasks());
    return baton;
  }

  private List<TaskInfo> asides(Baton baton) {
    return database
        .asked("SELECT id FROM baton_task WHERE status = 4 AND type = 'KAFKA_ASIDE'")
        .stream()
        .flatMap(id -> baton.operations().find(UUID.fromString(id)).stream())
        .filter(task -> task.status() == Status.ERROR)
        .toList();
  }

  private TaskInfo aside(Baton baton, String text) {
    return asides(baton).stream()
        .filter(
            task ->
                baton
                    .operations()
                    .task(task.id())
                    .content()
                    .flatMap(TaskContent::payload)
                    .equals(Optional.of(Bytes.of(text))))
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, Long> committed(String group) {
    try (Admin admin = TestBroker.admin()) {
      Map<String, Long> all = new ConcurrentHashMap<>();
      Map<TopicPartition, OffsetAndMetadata> offsets =
          admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
      offsets.forEach((partition, offset) -> all.put(partition.toString(), offset.offset()));
      return all;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void awaitCommitted(String group, Map<String, Long> wanted) {
    Waiting.until("the offsets are " + wanted, () -> committed(group).equals(wanted));
  }
}
