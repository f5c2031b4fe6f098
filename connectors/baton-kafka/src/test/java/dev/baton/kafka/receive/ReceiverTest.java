package dev.baton.kafka.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.api.Conflict;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.api.error.PayloadException;
import dev.baton.api.internal.OnDuplicate;
import dev.baton.api.internal.RequestFields;
import dev.baton.jdbc.JdbcStore;
import dev.baton.kafka.TestNode;
import dev.baton.kafka.send.KafkaMessage.Header;
import dev.baton.task.Bytes;
import dev.baton.task.row.TaskKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiverTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "bootstrap.servers",
        "group.id",
        "key.deserializer",
        "value.deserializer",
        "enable.auto.commit"
      })
  void settingsThatBatonOwnsAreRefusedWithAnExplanation(String name) {
    assertThatThrownBy(() -> receiver().consumer(Map.of(name, "x")).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Leave out the consumer setting " + name);
  }

  @Test
  void impossibleReceiverIsRefusedAtOnce() {
    assertThatThrownBy(() -> receiver().consumer(Map.of("max.poll.records", "few")).build())
        .hasMessageContaining("max.poll.records");
    assertThatThrownBy(() -> KafkaReceiver.builder("b:1", "g").build())
        .hasMessageContaining("no topic to read");
    assertThatThrownBy(() -> receiver().handle("a", "u", message -> {}).build())
        .hasMessageContaining("have the name a");
    assertThatThrownBy(() -> receiver().handle(" ", "u", message -> {}))
        .hasMessageContaining("1-100");
    assertThatThrownBy(() -> receiver().remember(Duration.ofDays(-1)))
        .hasMessageContaining("negative");
    assertThatThrownBy(() -> KafkaReceiver.builder("b:1", "")).hasMessageContaining("group");
  }

  @Test
  void bothGroupProtocolsCanBeChosen() {
    assertThat(receiver().consumer(Map.of("group.protocol", "consumer")).build()).isNotNull();
  }

  @Test
  void onlyTopicsWithTheSitesPrefixesAreRead() {
    Routes routes =
        new Routes(
            List.of(new Route.Plain("p", "pay.outs", message -> {})), List.of("", "fra.", "lon-"));

    assertThat(List.of("pay.outs", "fra.pay.outs", "lon-pay.outs"))
        .allMatch(topic -> routes.pattern().matcher(topic).matches())
        .allMatch(topic -> routes.of(topic).size() == 1);
    assertThat(List.of("payXouts", "ber.pay.outs", "pay.outs2", "fra.fra.pay.outs"))
        .noneMatch(topic -> routes.pattern().matcher(topic).matches())
        .allMatch(topic -> routes.of(topic).isEmpty());
  }

  @Test
  void idsDependOnPlaceTimeAndConverter() {
    UUID id = MessageIds.of("a", message("t", 1, 2, 3));

    assertThat(MessageIds.of("a", message("t", 1, 2, 3))).isEqualTo(id);
    assertThat(
            List.of(
                MessageIds.of("b", message("t", 1, 2, 3)),
                MessageIds.of("a", message("u", 1, 2, 3)),
                MessageIds.of("a", message("t", 0, 2, 3)),
                MessageIds.of("a", message("t", 1, 1, 3)),
                // The topic was deleted and created again.
                MessageIds.of("a", message("t", 1, 2, 4))))
        .doesNotContain(id)
        .doesNotHaveDuplicates();
    assertThat(ReceivedMessage.variation(id, "x"))
        .isNotEqualTo(ReceivedMessage.variation(id, "y"))
        .isNotEqualTo(id);
  }

  @Test
  void messageShowsItsContentToConvertersButNotToLogs() {
    ReceivedMessage message =
        new ReceivedMessage(
            "t",
            0,
            7,
            5,
            Bytes.of("secret"),
            Bytes.of("secret too"),
            List.of(new Header("h", Bytes.of("1")), new Header("h", Bytes.of("2"))));

    assertThat(message.text()).isEqualTo("secret too");
    assertThat(message.keyText()).isEqualTo("secret");
    assertThat(message.header("h").map(Bytes::toText)).hasValue("2");
    assertThat(message.header("i")).isEmpty();
    assertThat(message.toString()).contains("t-0@7").doesNotContain("secret");
    assertThatThrownBy(() -> message("t", 0, 9, 0).text()).hasMessageContaining("t-0@9");
  }

  @Test
  void messageIsSetAsideIfConverterUsesBatonsContextNames() {
    Route.ToTask route =
        new Route.ToTask(
            "forger",
            "t",
            message ->
                Optional.of(TaskRequest.of(TaskType.of("T")).context("baton.payload", "v9")));
    AsideTasks asides = new AsideTasks(new Routes(List.of(route), List.of("")), Duration.ofDays(1));
    ReceivedMessage message = message("t", 3, 9, 5);
    assertThatThrownBy(() -> asides.convert(route, message))
        .isInstanceOf(PayloadException.class)
        .hasMessageContaining("IllegalArgumentException");
    TaskRequest<?, ?> aside = asides.aside(route, message);
    assertThat(aside.context()).isEmpty();
    assertThat(RequestFields.of(aside).traits().entries())
        .containsEntry("kafka.route", "forger")
        .containsEntry("kafka.topic", "t")
        .containsEntry("kafka.partition", "3")
        .containsEntry("kafka.offset", "9");
  }

  @Test
  void identityOfConverterIsCompletedAndKeepsItsConflict() throws Exception {
    TaskRequest<Void, Void> request = TaskRequest.of(TaskType.of("T"));
    UUID own = new UUID(1, 2);
    ReceivedMessage message = message("t", 3, 9, 5);
    UUID derived = MessageIds.of("r", message);

    RequestFields plain = named(request, message);
    assertThat(plain.id()).isEqualTo(derived);
    assertThat(plain.uniqueKey()).isEqualTo("kafka " + derived);
    assertThat(plain.keyRetention()).isEqualTo(new TaskKey.KeyRetention(Duration.ofDays(1), false));

    RequestFields named =
        named(request.unique(Unique.id(own), Conflict.runAgainAlsoFromError()), message);
    assertThat(named.id()).isEqualTo(own);
    assertThat(named.uniqueKey()).isEqualTo("kafka " + derived);
    assertThat(named.onDuplicate()).isEqualTo(new OnDuplicate.RunAgain(true));

    RequestFields keyed = named(request.unique(Unique.whileKept("k")), message);
    assertThat(keyed.id()).isEqualTo(derived);
    assertThat(keyed.uniqueKey()).isEqualTo("k");
    assertThat(keyed.keyRetention()).isEqualTo(new TaskKey.KeyRetention(Duration.ZERO, true));
  }

  private static RequestFields named(TaskRequest<?, ?> request, ReceivedMessage message)
      throws Exception {
    Route.ToTask route = new Route.ToTask("r", "t", any -> Optional.of(request));
    AsideTasks asides = new AsideTasks(new Routes(List.of(route), List.of("")), Duration.ofDays(1));
    return RequestFields.of(asides.convert(route, message).orElseThrow());
  }

  @Test
  void nodeThatRequiresTransactionsStillReceivesMessages() throws Exception {
    KafkaReceiver receiver =
        KafkaReceiver.builder("b:1", "g")
            .tasks("a", "t", message -> Optional.of(TaskRequest.of(TaskType.of("T")).onHold()))
            .build();
    try (TestNode database = TestNode.database();
        Baton node =
            Baton.builder(JdbcStore.of(database.pool()))
                .transactions(database.transactions())
                .requireTransaction()
                .start()) {
      receiver.take(node.tasks(), message("t", 1, 2, 3));
      assertThat(database.ask("SELECT count(*) FROM baton_task WHERE type = 'T'")).isEqualTo("1");
    }
  }

  private static ReceivedMessage message(String topic, int partition, long offset, long time) {
    return new ReceivedMessage(topic, partition, offset, time, null, null, List.of());
  }

  private static KafkaReceiver.Builder receiver() {
    return KafkaReceiver.builder("b:1", "g").tasks("a", "t", message -> Optional.empty());
  }
}
