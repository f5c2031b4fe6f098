package dev.baton.examples.spring;

import static dev.baton.examples.spring.PayoutTasks.BOOK_PAYOUT;
import static dev.baton.examples.spring.PayoutTasks.PAY_OUT;
import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.kafka.receive.ReceivedMessage;
import dev.baton.kafka.send.KafkaMessage;
import dev.baton.kafka.test.TestKafka;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import dev.baton.spring.test.BatonTest;
import dev.baton.test.Faults;
import dev.baton.test.TestBaton;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The service with its beans and a real database; tasks run when a test says so, without Kafka. */
// region spring
@SpringBootTest(webEnvironment = WebEnvironment.NONE)
@BatonTest
class PayoutServiceTest {
  @Autowired PayoutService payouts;
  @Autowired JdbcClient jdbc;

  private final Payout ada = new Payout(UUID.randomUUID(), "ada", 1_250);

  @BeforeEach
  void emptyTables() {
    jdbc.sql("DELETE FROM payout").update();
    jdbc.sql("DELETE FROM daily_report").update();
  }

  @Test
  void whatIsRequestedIsPaidAndToldToOthers(TestBaton baton, TestKafka kafka) {
    payouts.request(ada);
    baton.drain();
    assertThat(payouts.status(ada.id())).contains("REQUESTED"); // the bank is busy at first

    baton.advance(Duration.ofSeconds(5));
    assertThat(baton).hasDone(PAY_OUT, ada).hasDone(BOOK_PAYOUT, ada).hasDoneEverything();
    assertThat(payouts.status(ada.id())).contains("PAID");
    assertThat(kafka.sent("payouts.done"))
        .containsExactly(KafkaMessage.to("payouts.done").key("ada").value(ada.id().toString()));
  }

  // endregion

  @Test
  void aRequestWhoseCommitFailsNeverWas(TestBaton baton, Faults faults) {
    faults.failNextCommit();
    assertThatThrownBy(() -> payouts.request(ada)).hasMessageContaining("refused");

    baton.drain();
    assertThat(baton).hasNotAdded(PAY_OUT);
    assertThat(payouts.status(ada.id())).isEmpty();
  }

  @Test
  void aMessageIsOnePayoutHoweverOftenItComes(TestBaton baton, TestKafka kafka) {
    ReceivedMessage message =
        kafka.deliver(
            KafkaMessage.to("payouts.requests")
                .key("ada")
                .value(
                    "{\"id\": \"%s\", \"partner\": \"ada\", \"cents\": 1250}".formatted(ada.id())));
    kafka.deliverAgain(message);

    baton.advance(Duration.ofSeconds(5));
    assertThat(baton.done(PAY_OUT)).containsExactly(ada);
    assertThat(kafka.sent("payouts.done")).hasSize(1);
  }

  @Test
  void othersAreToldWhenKafkaIsBack(TestBaton baton, TestKafka kafka) {
    kafka.failNext(new TimeoutException("no broker"));
    payouts.request(ada);

    baton.advance(Duration.ofSeconds(10));
    assertThat(payouts.status(ada.id())).contains("PAID");
    assertThat(kafka.sent("payouts.done")).hasSize(1);
  }

  @Test
  void whatWasPaidIsReportedInTheNight(TestBaton baton) {
    jdbc.sql("INSERT INTO payout VALUES (?, 'ada', 1250, 'PAID', '2026-03-02T12:00:00Z')")
        .param(ada.id())
        .update();

    baton.advanceTo(Instant.parse("2026-03-03T01:00:00Z"));
    assertThat(jdbc.sql("SELECT cents FROM daily_report").query(Long.class).single())
        .isEqualTo(1_250);
  }

  @DynamicPropertySource
  static void database(DynamicPropertyRegistry properties) {
    DatabaseAddress database = LocalPostgres.temporary().newDatabase();
    properties.add("spring.datasource.url", database::url);
    properties.add("spring.datasource.username", database::user);
    properties.add("spring.datasource.password", database::password);
  }
}
