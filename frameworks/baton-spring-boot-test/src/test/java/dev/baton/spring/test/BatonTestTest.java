package dev.baton.spring.test;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.kafka.receive.KafkaReceiver;
import dev.baton.kafka.send.KafkaMessage;
import dev.baton.kafka.send.KafkaTasks;
import dev.baton.kafka.test.TestKafka;
import dev.baton.spring.CronTask;
import dev.baton.spring.TaskHandler;
import dev.baton.test.Faults;
import dev.baton.test.TestBaton;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A test controls the application's tasks, time and Kafka. */
@SpringBootTest(
    properties = {
      "spring.datasource.url=jdbc:h2:mem:batontest",
      // With Spring Boot 3, this test runs with all libraries of the starter's tests.
      "spring.liquibase.enabled=false",
      "spring.flyway.enabled=false"
    })
@BatonTest
class BatonTestTest {
  record Note(String text) {}

  private static final TaskType<Note, Void> NOTE = TaskType.of("NOTE", Note.class);
  private static final TaskType<Note, Void> BOOK = TaskType.of("BOOK", Note.class);

  @SpringBootConfiguration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {
    @Bean
    Handlers handlers(JdbcClient jdbc) {
      jdbc.sql("CREATE TABLE note (text VARCHAR(100))").update();
      return new Handlers(jdbc);
    }

    @Bean
    KafkaReceiver receiver(@Value("${baton.kafka.brokers}") String brokers) {
      return KafkaReceiver.builder(brokers, "notes")
          .tasks("notes", "notes", message -> Optional.of(NOTE.with(new Note(message.text()))))
          .build();
    }
  }

  static class Handlers {
    private final JdbcClient jdbc;

    Handlers(JdbcClient jdbc) {
      this.jdbc = jdbc;
    }

    @TaskHandler("NOTE")
    void note(Note note) {
      write(note.text());
    }

    @TaskHandler(value = "BOOK", transactional = true)
    void book(Note note) {
      write(note.text());
    }

    @CronTask(name = "NIGHTLY", cron = "0 0 2 * * *")
    void nightly() {
      write("night");
    }

    private void write(String text) {
      jdbc.sql("INSERT INTO note VALUES (?)").param(text).update();
    }
  }

  @Autowired Tasks tasks;
  @Autowired KafkaTasks kafkaTasks;
  @Autowired JdbcClient jdbc;
  @Autowired TransactionTemplate transaction;

  @BeforeEach
  void begin(TestBaton baton) {
    jdbc.sql("DELETE FROM note").update();
    assertThat(baton).hasAdded(0);
  }

  private Iterable<String> notes() {
    return jdbc.sql("SELECT text FROM note").query(String.class).list();
  }

  @Test
  void tasksRunWhenTheTestDrains(TestBaton baton) {
    transaction.executeWithoutResult(status -> tasks.submit(NOTE.with(new Note("one"))));
    assertThat(notes()).isEmpty();
    baton.drain();
    assertThat(notes()).containsExactly("one");
    assertThat(baton).hasDone(NOTE, new Note("one"));
  }

  @Test
  void testControlsTheClockFromItsStart(TestBaton baton, InstantSource clock) {
    assertThat(clock.instant()).isEqualTo(Instant.parse("2026-03-02T09:00:00Z"));
    UUID late = baton.add(NOTE.with(new Note("late")).runIn(Duration.ofDays(3)));
    baton.advance(Duration.ofDays(2));
    assertThat(notes()).containsExactly("night", "night");
    baton.advance(Duration.ofDays(1));
    assertThat(baton.task(late)).isDone();
  }

  @Test
  void clockRestartsForEachTest(TestBaton baton, InstantSource clock) {
    assertThat(clock.instant()).isEqualTo(Instant.parse("2026-03-02T09:00:00Z"));
    baton.advance(Duration.ofDays(1));
    assertThat(notes()).containsExactly("night");
  }

  @Test
  void transactionalHandlerBooksOnceIfItsNodeDies(TestBaton baton, Faults faults) {
    faults.loseNodeAfter(BOOK);
    UUID booking = baton.add(BOOK, new Note("once"));
    baton.untilEnded(booking);
    assertThat(baton.task(booking)).isDone().hasLosses(1);
    assertThat(notes()).containsExactly("once");
  }

  @Test
  void commitOfTheApplicationCanFail(TestBaton baton, Faults faults) {
    faults.failNextCommit();
    assertThatThrownBy(
            () ->
                transaction.executeWithoutResult(
                    status -> tasks.submit(NOTE.with(new Note("never")))))
        .hasMessageContaining("refused");
    baton.drain();
    assertThat(baton).hasNotAdded(NOTE);
  }

  @Test
  void attemptsFailAndTypesAreHeldBackOnDemand(TestBaton baton, Faults faults) {
    faults.failNext(NOTE, new IOException("no"));
    baton.holdBack(BOOK);
    UUID note = baton.add(NOTE, new Note("second"));
    UUID booking = baton.add(BOOK, new Note("held"));
    baton.advance(Duration.ofHours(1));
    assertThat(baton.task(note)).isDone().hasAttempts(2);
    assertThat(baton.task(booking)).isReady();
  }

  @Test
  void testControlsKafkaToo(TestBaton baton, TestKafka kafka) {
    assertThat(kafka.sent()).isEmpty();
    kafka.deliverAgain(kafka.deliver(KafkaMessage.to("notes").value("heard")));
    kafkaTasks.send("told", "k", "v", Map.of());
    baton.drain();
    assertThat(notes()).containsExactly("heard");
    assertThat(kafka.sent("told")).containsExactly(KafkaMessage.to("told").key("k").value("v"));
  }

  @Test
  void testInTransactionIsWarnedThatItsTasksNeverRun() {
    ExtensionContext unused = null;
    TransactionSynchronizationManager.setActualTransactionActive(true);
    try {
      assertThatThrownBy(() -> new BatonTestExtension().beforeTestExecution(unused))
          .hasMessageContaining("rolled back at its end");
    } finally {
      TransactionSynchronizationManager.setActualTransactionActive(false);
    }
  }
}
