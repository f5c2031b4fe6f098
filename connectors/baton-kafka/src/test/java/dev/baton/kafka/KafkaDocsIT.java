package dev.baton.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.kafka.receive.KafkaReceiver;
import dev.baton.kafka.send.KafkaMessage;
import dev.baton.kafka.send.KafkaSender;
import dev.baton.kafka.send.KafkaTasks;
import dev.baton.task.Bytes;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs the code that docs/kafka.md shows. */
@Tag("deep")
class KafkaDocsIT {
  private final Queue<String> cached = new ConcurrentLinkedQueue<>();

  @Test
  void payoutIsSentAndItsConfirmationReceived() throws Exception {
    TestBroker.createTopic("payouts", 1);
    TestBroker.createTopic("accounts", 1);
    TestBroker.createTopic("confirmations", 1);
    TestBroker.createTopic("rates", 1);
    String brokers = TestBroker.KAFKA.bootstrap();
    Queue<String> confirmed = new ConcurrentLinkedQueue<>();
    TaskDefinition<?, ?> confirm =
        RawDefinition.of(
            "CONFIRM",
            attempt -> {
              confirmed.add(attempt.key() + " " + attempt.payloadText());
              return Outcome.done();
            });
    try (TestNode database = TestNode.database()) {
      DataSource dataSource = database.pool();
      JdbcTransactions transactions = database.transactions();

      // region start
      KafkaSender sender = KafkaSender.builder(brokers).build();
      KafkaReceiver receiver =
          KafkaReceiver.builder(brokers, "payouts-service")
              .tasks(
                  "confirmations",
                  "confirmations",
                  message ->
                      message.text().isEmpty()
                          ? Optional.empty()
                          : Optional.of(
                              TaskType.of("CONFIRM", Bytes.class)
                                  .with(Bytes.of(message.text()))
                                  .key(message.keyText())))
              .handle("rates", "rates", message -> cached.add(message.text()))
              .alsoFrom("fra.")
              .build();
      Baton baton =
          Baton.builder(JdbcStore.of(dataSource))
              .transactions(transactions)
              .define(confirm)
              .define(sender.definitions())
              .define(receiver.definitions())
              .start();
      KafkaTasks kafka = KafkaTasks.on(baton.tasks());
      receiver.start(baton.tasks());
      // endregion

      // region send
      transactions.run(
          tx -> {
            // ... the business change, on tx.connection(), then in the same transaction:
            kafka.send("payouts", "p-17", "{\"amount\": 100}", Map.of("source", "api"));
          });
      // endregion

      // region order
      transactions.run(
          tx -> {
            KafkaMessage account = KafkaMessage.to("accounts").key("a-1");
            kafka.sendInOrder(tx, account.value("opened"), account.value("charged"));
          });
      // endregion

      TopicWriter.write("confirmations", 0, "", "paid");
      TopicWriter.write("rates", 0, "1.08");
      Waiting.until("it is sent", () -> !TopicReader.values("payouts").isEmpty());
      Waiting.until("both are sent", () -> TopicReader.values("accounts").size() == 2);
      Waiting.until("it is confirmed", () -> !confirmed.isEmpty() && !cached.isEmpty());

      // region close
      receiver.close();
      baton.close();
      sender.close();
      // endregion
    }
    assertThat(TopicReader.values("payouts")).containsExactly("{\"amount\": 100}");
    assertThat(TopicReader.values("accounts")).containsExactly("opened", "charged");
    assertThat(confirmed).containsExactly("key of paid paid");
    assertThat(cached).containsExactly("1.08");
  }
}
