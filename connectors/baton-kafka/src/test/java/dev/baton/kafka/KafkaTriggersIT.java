package dev.baton.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.TriggerChannel;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class KafkaTriggersIT {
  private static final List<String> DEFAULT = List.of("default");

  @Test
  void namespacesAndDataCentresReceiveOnlyTheirOwnHints() throws Exception {
    try (KafkaTriggers from = TestBroker.channel("apart").dataCentre("fra").build();
        Node same = new Node(TestBroker.channel("apart").dataCentre("fra"));
        Node otherPlace = new Node(TestBroker.channel("apart").dataCentre("ams"));
        Node otherSpace = new Node(TestBroker.channel("apart2").dataCentre("fra"))) {
      from.open(DEFAULT, hints -> {});
      from.publish(List.of(hint(1)));
      assertThat(same.next()).isEqualTo(hint(1));
      // Their hints would have arrived before their own second hint.
      otherPlace.hearsOf(TestBroker.channel("apart").dataCentre("ams"), hint(2));
      otherSpace.hearsOf(TestBroker.channel("apart2").dataCentre("fra"), hint(3));
    }
  }

  @Test
  void newTopicsAreCreatedWithTheirSettings() throws Exception {
    String topic;
    try (Node node = new Node(TestBroker.channel("made").partitions(3))) {
      topic = node.channel.topic("default");
    }
    try (Admin admin = TestBroker.admin()) {
      assertThat(admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic).partitions())
          .hasSize(3);
      ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
      assertThat(
              admin
                  .describeConfigs(List.of(resource))
                  .all()
                  .get()
                  .get(resource)
                  .get("retention.ms")
                  .value())
          .isEqualTo("600000");
    }
  }

  @Test
  void recordsThatAreNoHintsAreCountedLoggedOnceAndSkipped() throws Exception {
    try (LogLines log = new LogLines();
        Node node = new Node(TestBroker.channel("broken").partitions(1));
        Node group = new Node(TestBroker.channel("broken").partitions(1).toOneNode("broken"))) {
      sendRaw(
          node.channel.topic("default"),
          Arrays.asList(
              "hello".getBytes(StandardCharsets.UTF_8),
              HintFormat.look(UUID.randomUUID(), "other bucket"),
              null));
      node.hearsOf(TestBroker.channel("broken"), hint(1));
      assertThat(group.next()).isEqualTo(hint(1));

      assertThat(node.channel.counts().unreadable()).isEqualTo(3);
      assertThat(group.channel.counts().unreadable()).isEqualTo(3);
      assertThat(log.with("Skipped a record")).hasSize(2);
    }
  }

  @Test
  void nodeIgnoresHintsOfItsOwnTasks() throws Exception {
    try (Node node = new Node(TestBroker.channel("own"));
        Node other = new Node(TestBroker.channel("own"))) {
      node.channel.publish(List.of(hint(1)));
      assertThat(other.next()).isEqualTo(hint(1));
      other.channel.publish(List.of(hint(1, 2)));
      assertThat(node.next()).isEqualTo(hint(1, 2));
    }
  }

  @Test
  void tooManyHintsBecomeScan() throws Exception {
    try (KafkaTriggers from = TestBroker.channel("many").build();
        Node node = new Node(TestBroker.channel("many"))) {
      int looks = node.looks.get();
      from.open(DEFAULT, hints -> {});
      List<Candidate> tooMany = new ArrayList<>();
      for (int number = 0; number < 100_000; number++) {
        tooMany.add(hint(number));
      }
      from.publish(tooMany);
      Waiting.until("the node is asked to scan", () -> node.looks.get() > looks);
      Waiting.until(
          "each hint is counted",
          () -> from.counts().sent() + from.counts().dropped() == tooMany.size());
      assertThat(from.counts().dropped()).isPositive();
    }
  }

  @Test
  void groupSkipsOldHintsAfterLongAbsenceAndScans() throws Exception {
    KafkaTriggers.Builder group = TestBroker.channel("behind").partitions(1).toOneNode("behind");
    try (Node first = new Node(group)) {
      first.hearsOf(TestBroker.channel("behind"), hint(1));
    }
    sendRaw(
        "baton.behind.default",
        Collections.nCopies(12_000, HintFormat.hints(UUID.randomUUID(), List.of(hint(2)))));
    try (LogLines log = new LogLines();
        Node back = new Node(group)) {
      log.await("Skipped more than 10000 old hints");
      back.hearsOf(TestBroker.channel("behind"), hint(3));
    }
  }

  @Test
  void groupContinuesAtItsOffset() throws Exception {
    KafkaTriggers.Builder group = TestBroker.channel("goeson").partitions(1).toOneNode("goeson");
    try (Node first = new Node(group)) {
      first.hearsOf(TestBroker.channel("goeson"), hint(1));
    }
    sendRaw("baton.goeson.default", List.of(HintFormat.hints(UUID.randomUUID(), List.of(hint(2)))));
    try (Node back = new Node(group)) {
      assertThat(back.next()).isEqualTo(hint(2));
    }
  }

  @Test
  @Tag("deep")
  void eachHintReachesOneNodeOfTheGroup() throws Exception {
    KafkaTriggers.Builder group =
        TestBroker.channel("shared")
            .partitions(4)
            .toOneNode("shared")
            .consumer(Map.of("heartbeat.interval.ms", 200));
    try (LogLines log = new LogLines();
        KafkaTriggers from = TestBroker.channel("shared").partitions(4).build();
        Node one = new Node(group);
        Node two = new Node(group)) {
      from.open(List.of(), hints -> {});
      awaitShares(log, 2);
      spread(from, 0, one, two);
      assertThat(one.received).isNotEmpty();
      assertThat(two.received).isNotEmpty();

      Node third = new Node(group);
      spread(from, 1_000, one, two, third);
      third.channel.close();
      spread(from, 2_000, one, two);
    }
  }

  @Test
  void forbiddenTopicsAreNamedAndUsedOnceTheyExist() throws Exception {
    String topic = "baton.forbidden.default";
    try (Admin admin = TestBroker.admin();
        LogLines log = new LogLines()) {
      forbidCreation(admin, topic);
      Node node = new Node(TestBroker.channel("forbidden").partitions(3), false);
      try {
        log.await("These Kafka topics for hints don't exist");
        assertThat(log.with("for hints don't exist")).hasSize(1);
        assertThat(log.with("for hints don't exist").get(0))
            .contains(topic, "3 partitions", "600000");
        admin.deleteAcls(List.of(AclBindingFilter.ANY)).all().get();
        node.awaitListening();
        node.hearsOf(TestBroker.channel("forbidden"), hint(1));
        assertThat(log.with("for hints don't exist")).hasSize(1);
      } finally {
        admin.deleteAcls(List.of(AclBindingFilter.ANY)).all().get();
        node.close();
      }
    }
  }

  @Test
  void withoutTopicCreationBatonWaitsForTheTopics() throws Exception {
    try (LogLines log = new LogLines();
        Node node = new Node(TestBroker.channel("byhand").createTopics(false), false)) {
      log.await("These Kafka topics for hints don't exist");
      TestBroker.createTopic("baton.byhand.default", 1);
      node.awaitListening();
      node.hearsOf(TestBroker.channel("byhand").createTopics(false), hint(1));
    }
  }

  /** Sends hints of forty flows. Each must reach exactly one of these nodes. */
  private static void spread(KafkaTriggers from, int first, Node... nodes) {
    List<Candidate> hints = new ArrayList<>();
    for (int number = first; number < first + 40; number++) {
      hints.add(hint(number));
    }
    // A running rebalance may lose hints, so the test sends until the group is stable and all
    // arrive.
    Waiting.until(
        "each hint has arrived once",
        () -> {
          List<Candidate> arrived = new ArrayList<>();
          for (Node node : nodes) {
            node.received.clear();
          }
          from.publish(hints);
          long patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
          while (count(nodes) < hints.size() && System.nanoTime() - patience < 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
          }
          for (Node node : nodes) {
            arrived.addAll(node.received);
          }
          return arrived.size() == hints.size() && arrived.containsAll(hints);
        });
  }

  private static int count(Node... nodes) {
    int count = 0;
    for (Node node : nodes) {
      count += node.received.size();
    }
    return count;
  }

  private static void awaitShares(LogLines log, int partitions) {
    Waiting.until(
        "two nodes have " + partitions + " partitions each",
        () -> log.with("this node reads " + partitions + " partitions").size() >= 2);
  }

  /** Everything except the creation of topics stays allowed. */
  private static void forbidCreation(Admin admin, String topic) throws Exception {
    ResourcePattern cluster =
        new ResourcePattern(ResourceType.CLUSTER, "kafka-cluster", PatternType.LITERAL);
    ResourcePattern topics = new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL);
    admin
        .createAcls(
            List.of(
                acl(cluster, AclOperation.ALL, AclPermissionType.ALLOW),
                acl(cluster, AclOperation.CREATE, AclPermissionType.DENY),
                acl(topics, AclOperation.ALL, AclPermissionType.ALLOW),
                acl(topics, AclOperation.CREATE, AclPermissionType.DENY)))
        .all()
        .get();
  }

  private static AclBinding acl(
      ResourcePattern resource, AclOperation operation, AclPermissionType permission) {
    return new AclBinding(
        resource, new AccessControlEntry("User:ANONYMOUS", "*", operation, permission));
  }

  private static void sendRaw(String topic, List<byte[]> values) throws Exception {
    Map<String, Object> settings = Map.of("bootstrap.servers", TestBroker.KAFKA.bootstrap());
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      List<Future<RecordMetadata>> written = new ArrayList<>();
      values.forEach(value -> written.add(producer.send(new ProducerRecord<>(topic, value))));
      for (Future<RecordMetadata> each : written) {
        each.get(60, TimeUnit.SECONDS);
      }
    }
  }

  static Candidate hint(int number) {
    return hint(number, 1);
  }

  private static Candidate hint(int number, long version) {
    return new Candidate(
        new UUID(number, 1),
        version,
        "default",
        new Flow("T", "k" + number),
        number % 10,
        Instant.parse("2026-01-01T00:00:00Z").plusSeconds(number));
  }

  /** A node that records the hints it receives. */
  private static final class Node implements AutoCloseable {
    private final KafkaTriggers channel;
    private final BlockingQueue<Candidate> received = new LinkedBlockingQueue<>();
    private final AtomicInteger looks = new AtomicInteger();

    Node(KafkaTriggers.Builder builder) {
      this(builder, true);
    }

    Node(KafkaTriggers.Builder builder, boolean awaitsListening) {
      channel = builder.build();
      channel.open(
          DEFAULT,
          new TriggerChannel.Receiver() {
            @Override
            public void ready(List<Candidate> ready) {
              received.addAll(ready);
            }

            @Override
            public void missedSome() {
              looks.incrementAndGet();
            }
          });
      if (awaitsListening) {
        awaitListening();
      }
    }

    void awaitListening() {
      Waiting.until("the node listens", () -> looks.get() > 0);
    }

    Candidate next() throws InterruptedException {
      return received.poll(Waiting.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Sends a hint from one more node, which this node receives first. */
    void hearsOf(KafkaTriggers.Builder builder, Candidate hint) throws InterruptedException {
      try (KafkaTriggers from = builder.build()) {
        from.open(List.of(), hints -> {});
        from.publish(List.of(hint));
        assertThat(next()).isEqualTo(hint);
      }
    }

    @Override
    public void close() {
      channel.close();
    }
  }
}
