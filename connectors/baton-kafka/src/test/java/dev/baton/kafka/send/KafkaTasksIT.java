package dev.baton.kafka.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.handler.Retry;
import dev.baton.kafka.TestBroker;
import dev.baton.kafka.TestNode;
import dev.baton.kafka.TopicReader;
import dev.baton.kafka.Waiting;
import dev.baton.operate.PastAttempt;
import dev.baton.operate.TaskInfo;
import dev.baton.task.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests messages that tasks send, from a real database to a real broker. */
class KafkaTasksIT {
  private static final Retry SOON = Retry.fixed(Duration.ofMillis(50)).maxAttempts(10_000);

  private final TestNode database = TestNode.database();
  private KafkaSender sender;
  private Baton baton;
  private KafkaTasks kafka;

  @BeforeEach
  void start() {
    sender =
        KafkaSender.builder(TestBroker.KAFKA.bootstrap())
            // The timeout is short if the topic is missing. A message that was sent isn't
            // abandoned, so it isn't sent twice.
            .producer(
                Map.of(
                    "max.block.ms", 1_000,
                    "request.timeout.ms", 20_000,
                    "delivery.timeout.ms", 40_000))
            .retry(SOON)
            .build();
    baton = database.start(sender.definitions());
    kafka = KafkaTasks.on(baton.tasks());
  }

  @AfterEach
  void stop() {
    baton.close();
    sender.close();
    database.close();
  }

  @Test
  void messageIsSentIfItsTransactionCommits() throws Exception {
    TestBroker.createTopic("sent", 1);

    database.transactions().run(tx -> kafka.send("sent", "k", "joined", Map.of("source", "test")));
    database.transactions().run(tx -> kafka.send(tx, "sent", "k", "given", Map.of()));
    assertThatThrownBy(
            () ->
                database
                    .transactions()
                    .run(
                        tx -> {
                          kafka.send("sent", "k", "rolled back", Map.of());
                          kafka.sendInOrder(KafkaMessage.to("sent").key("k").value("back too"));
                          throw new IllegalStateException("no");
                        }))
        .hasMessage("no");
    UUID last =
        kafka
            .send(KafkaMessage.to("sent").key("k"), KafkaMessage.to("sent").value("no key"))
            .taskId();
    awaitAllSent();

    List<ConsumerRecord<String, String>> arrived = TopicReader.all("sent", 1);
    assertThat(arrived.stream().map(ConsumerRecord::value))
        .containsExactlyInAnyOrder("joined", "given", null, "no key");
    assertThat(arrived.stream().filter(r -> "joined".equals(r.value())).findFirst().orElseThrow())
        .satisfies(
            r -> assertThat(r.key()).isEqualTo("k"),
            r -> assertThat(r.headers().lastHeader("source").value()).asString().isEqualTo("test"));
    assertThat(baton.operations().find(last))
        .hasValueSatisfying(done -> assertThat(done.status()).isEqualTo(Status.DONE));
  }

  @Test
  void taskResendsOnlyFailedMessagesUntilAllAreSent() throws Exception {
    TestBroker.createTopic("half-there", 1);

    UUID task =
        kafka
            .send(
                KafkaMessage.to("half-there").value("a"),
                KafkaMessage.to("not-there-yet").value("b"),
                KafkaMessage.to("half-there").value("c"))
            .taskId();
    Waiting.until(
        "an attempt has failed", () -> !baton.operations().task(task).attempts().isEmpty());
    assertThat(baton.operations().find(task).filter(TaskInfo::isFinished)).isEmpty();
    TestBroker.createTopic("not-there-yet", 1);
    awaitAllSent();

    assertThat(TopicReader.values("half-there")).containsExactly("a", "c");
    assertThat(TopicReader.values("not-there-yet")).containsExactly("b");
  }

  @Test
  void unsendableMessageStopsInErrorWithRemedy() throws Exception {
    TestBroker.createTopic("strict", 1);
    TestBroker.createTopic("forbidden", 1);
    forbid("forbidden");

    UUID tooLarge =
        kafka.send(KafkaMessage.to("strict").value("x".repeat(2 * 1024 * 1024))).taskId();
    UUID notAllowed = kafka.send(KafkaMessage.to("forbidden").value("x")).taskId();
    awaitError(tooLarge);
    awaitError(notAllowed);

    assertThat(errors(tooLarge))
        .singleElement()
        .asString()
        .contains("RecordTooLargeException", "Raise max.message.bytes of the topic");
    assertThat(errors(notAllowed))
        .singleElement()
        .asString()
        .contains("TopicAuthorizationException", "Grant this service's Kafka user WRITE");
    assertThatThrownBy(() -> kafka.send("no topic!", null, "x", Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'no topic!' is invalid");
  }

  @Test
  void messagesOfKeyArriveInCommitOrderDespiteRetries() throws Exception {
    KafkaMessage late = KafkaMessage.to("late").key("account-1");
    List<String> wanted = new ArrayList<>();
    for (int number = 0; number < 20; number++) {
      String value = "m" + number;
      wanted.add(value);
      database.transactions().run(tx -> kafka.sendInOrder(tx, late.value(value)));
    }
    kafka.sendInOrder(late.value("p1"), late.value("p2"), late.value("p3"));
    wanted.addAll(List.of("p1", "p2", "p3"));
    // Another key doesn't wait for this one, or for its missing topic.
    TestBroker.createTopic("punctual", 1);
    kafka.sendInOrder(KafkaMessage.to("punctual").key("account-1").value("x"));
    Waiting.until("it is sent", () -> !TopicReader.values("punctual").isEmpty());

    TestBroker.createTopic("late", 1);
    awaitAllSent();

    assertThat(TopicReader.values("late")).isEqualTo(wanted);
  }

  @Test
  void concurrentSendsOfOneKeyFollowCommitOrder() throws Exception {
    TestBroker.createTopic("raced", 1);
    int writers = 4;
    int each = 12;
    database.write("CREATE TABLE account (latest INT)");
    database.write("INSERT INTO account VALUES (0)");

    List<Thread> threads =
        IntStream.range(0, writers).mapToObj(i -> new Thread(() -> writeAndSend(each))).toList();
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join(Waiting.PATIENCE.toMillis());
    }
    awaitAllSent();

    assertThat(TopicReader.values("raced"))
        .isEqualTo(IntStream.rangeClosed(1, writers * each).mapToObj(String::valueOf).toList());
  }

  private void writeAndSend(int times) {
    for (int i = 0; i < times; i++) {
      try {
        database
            .transactions()
            .run(
                tx -> {
                  execute(tx, "UPDATE account SET latest = latest + 1");
                  try (var row =
                      tx.connection()
                          .createStatement()
                          .executeQuery("SELECT latest FROM account")) {
                    row.next();
                    String value = row.getString(1);
                    kafka.sendInOrder(tx, KafkaMessage.to("raced").key("a").value(value));
                  }
                });
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void messageInErrorBlocksItsSuccessorsUntilPersonDecides() throws Exception {
    TestBroker.createTopic("stuck", 1);
    KafkaMessage stuck = KafkaMessage.to("stuck").key("k");
    UUID first = kafka.sendInOrder(stuck.value("x".repeat(2 * 1024 * 1024))).taskId();
    UUID second = kafka.sendInOrder(stuck.value("second")).taskId();
    awaitError(first);
    assertThat(live(second).status()).isEqualTo(Status.BLOCKED);

    baton.operations().by("alice").task(first).fail("sent by hand");
    awaitAllSent();

    assertThat(TopicReader.values("stuck")).containsExactly("second");
  }

  @Test
  void endedOrderStartsAgain() throws Exception {
    TestBroker.createTopic("pauses", 1);
    KafkaMessage message = KafkaMessage.to("pauses").key("k");
    kafka.sendInOrder(message.value("first"));
    kafka.sendInOrder(message.value("second"));
    awaitAllSent();
    kafka.sendInOrder(message.value("anew"));
    awaitAllSent();

    assertThat(TopicReader.values("pauses")).containsExactly("first", "second", "anew");
  }

  @Test
  void orderNeedsOneKey() {
    KafkaMessage message = KafkaMessage.to("t").value("v");

    assertThatThrownBy(() -> kafka.sendInOrder(message)).hasMessageContaining("set a key");
    assertThatThrownBy(() -> kafka.sendInOrder(message.key("a"), message.key("b")))
        .hasMessageContaining("the same topic and key");
    assertThatThrownBy(() -> kafka.send()).hasMessageContaining("no message");
  }

  private void awaitAllSent() {
    Waiting.until(
        "all is sent; left in the statuses " + database.asked("SELECT status FROM baton_task"),
        () ->
            database
                .ask("SELECT COUNT(*) FROM baton_task WHERE type = '" + KafkaSender.TYPE + "'")
                .equals("0"));
  }

  private static void execute(dev.baton.jdbc.transaction.JdbcTransaction tx, String sql)
      throws Exception {
    try (var statement = tx.connection().createStatement()) {
      statement.execute(sql);
    }
  }

  private TaskInfo live(UUID id) {
    return baton.operations().find(id).orElseThrow();
  }

  private void awaitError(UUID id) {
    Waiting.until(
        "it is in ERROR",
        () -> baton.operations().find(id).map(task -> task.status() == Status.ERROR).orElse(false));
  }

  private List<String> errors(UUID id) {
    return baton.operations().task(id).attempts().stream().map(PastAttempt::error).toList();
  }

  private static void forbid(String topic) throws Exception {
    try (Admin admin = TestBroker.admin()) {
      admin
          .createAcls(
              List.of(
                  new AclBinding(
                      new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
                      new AccessControlEntry(
                          "User:*", "*", AclOperation.WRITE, AclPermissionType.DENY))))
          .all()
          .get();
    }
  }
}
