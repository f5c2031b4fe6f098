package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.kafka.send.KafkaMessage;
import dev.baton.kafka.send.KafkaSender;
import dev.baton.kafka.test.TestKafka;
import dev.baton.spring.boot.kafka.BatonKafkaAutoConfiguration;
import dev.baton.spring.boot.modulith.BatonModulithAutoConfiguration;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.common.errors.TimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.modulith.events.Externalized;
import org.springframework.modulith.events.IncompleteEventPublications;
import org.springframework.modulith.events.config.EventExternalizationAutoConfiguration;
import org.springframework.modulith.events.config.EventPublicationAutoConfiguration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.ClassUtils;

/**
 * Tests Baton next to Modulith's registry. The registry keeps the events of its listeners, Baton
 * keeps the events for Kafka, and neither keeps the other's.
 */
@Tag("deep")
class ModulithRegistryTest {
  private final TestKafka kafka = new TestKafka();

  private final ApplicationContextRunner runner =
      TestContexts.onH2()
          .withConfiguration(
              AutoConfigurations.of(
                  JacksonAutoConfiguration.class,
                  modulith("jackson.JacksonEventSerializationConfiguration"),
                  modulith("jdbc.JdbcEventPublicationAutoConfiguration"),
                  EventPublicationAutoConfiguration.class,
                  EventExternalizationAutoConfiguration.class,
                  BatonKafkaAutoConfiguration.class,
                  BatonModulithAutoConfiguration.class))
          .withPropertyValues(
              "spring.modulith.events.externalization.mode=outbox",
              "spring.modulith.events.jdbc.schema-initialization.enabled=true")
          .withUserConfiguration(Application.class)
          .withBean("ours", KafkaSender.class, kafka::sender);

  /** Not public. */
  private static Class<?> modulith(String name) {
    return ClassUtils.resolveClassName("org.springframework.modulith.events." + name, null);
  }

  @Externalized("payouts::#{partner()}")
  record PaidOut(String partner, long cents) {}

  @Configuration(proxyBeanMethods = false)
  @AutoConfigurationPackage
  static class Application {
    @Bean
    Bookkeeping bookkeeping() {
      return new Bookkeeping();
    }
  }

  /** Another module, which Modulith's registry notifies after the commit. */
  static class Bookkeeping {
    private final List<Long> booked = new CopyOnWriteArrayList<>();
    private boolean fails;

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    @TransactionalEventListener
    public void book(PaidOut event) {
      if (fails) {
        throw new IllegalStateException("the books are closed");
      }
      booked.add(event.cents());
    }

    public List<Long> booked() {
      return booked;
    }

    public void fails(boolean now) {
      fails = now;
    }
  }

  @Test
  void modulithCallsListenersAndBatonSendsOrNeither() {
    runner.run(
        context -> {
          publish(context, 1, true);
          publish(context, 2, false);
          awaitSent(1);
          assertThat(kafka.sent()).containsExactly(message(2));
          assertThat(context.getBean(Bookkeeping.class).booked()).containsExactly(2L);
          assertThat(publications(context, "COMPLETION_DATE IS NOT NULL")).isEqualTo(1);
          assertThat(publications(context, "1 = 1")).as("one, the listener's").isEqualTo(1);
        });
  }

  @Test
  void failedListenerIsCalledAgainAndNothingIsSentTwice() {
    runner.run(
        context -> {
          Bookkeeping books = context.getBean(Bookkeeping.class);
          books.fails(true);
          publish(context, 1, false);
          awaitSent(1);
          assertThat(publications(context, "COMPLETION_DATE IS NULL")).isEqualTo(1);

          books.fails(false);
          context
              .getBean(IncompleteEventPublications.class)
              .resubmitIncompletePublications(publication -> true);
          Awaitility.await()
              .atMost(Duration.ofSeconds(60))
              .until(() -> publications(context, "COMPLETION_DATE IS NOT NULL") == 1);
          assertThat(books.booked()).containsExactly(1L);
          publish(context, 2, false);
          awaitSent(2);
          assertThat(kafka.sent()).containsExactly(message(1), message(2));
        });
  }

  @Test
  void failedSendIsRepeatedAndNoListenerIsCalledTwice() {
    runner.run(
        context -> {
          kafka.failNext(new TimeoutException("away"));
          publish(context, 1, false);
          awaitSent(1);
          assertThat(kafka.sent()).containsExactly(message(1));
          assertThat(context.getBean(Bookkeeping.class).booked()).containsExactly(1L);
        });
  }

  private static KafkaMessage message(long cents) {
    return KafkaMessage.to("payouts")
        .key("ada")
        .value("{\"partner\":\"ada\",\"cents\":" + cents + "}");
  }

  private static void publish(AssertableApplicationContext context, long cents, boolean undone) {
    new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
        .executeWithoutResult(
            status -> {
              context.publishEvent(new PaidOut("ada", cents));
              if (undone) {
                status.setRollbackOnly();
              }
            });
  }

  private static long publications(AssertableApplicationContext context, String where) {
    return context
        .getBean(JdbcTemplate.class)
        .queryForObject("SELECT COUNT(*) FROM EVENT_PUBLICATION WHERE " + where, Long.class);
  }

  private void awaitSent(int messages) {
    Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> kafka.sent().size() >= messages);
  }
}
