package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.kafka.send.KafkaMessage;
import dev.baton.kafka.send.KafkaSender;
import dev.baton.kafka.test.TestKafka;
import dev.baton.spring.boot.kafka.BatonKafkaAutoConfiguration;
import dev.baton.spring.boot.modulith.BatonModulithAutoConfiguration;
import dev.baton.spring.boot.modulith.EventsToKafka;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.apache.kafka.common.errors.TimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.modulith.events.EventExternalizationConfiguration;
import org.springframework.modulith.events.Externalized;
import org.springframework.modulith.events.RoutingTarget;
import org.springframework.modulith.events.config.EventExternalizationAutoConfiguration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Tests that tasks send the events that Spring Modulith externalizes. */
class ModulithTest {
  private final TestKafka kafka = new TestKafka();

  private final ApplicationContextRunner modulith =
      TestContexts.onH2()
          .withConfiguration(
              AutoConfigurations.of(
                  JacksonAutoConfiguration.class,
                  BatonKafkaAutoConfiguration.class,
                  BatonModulithAutoConfiguration.class,
                  EventExternalizationAutoConfiguration.class))
          .withUserConfiguration(Application.class)
          .withBean("ours", KafkaSender.class, kafka::sender);

  private final ApplicationContextRunner runner =
      modulith.withPropertyValues("spring.modulith.events.externalization.mode=outbox");

  @Configuration(proxyBeanMethods = false)
  @AutoConfigurationPackage
  static class Application {}

  @Externalized("payouts::#{partner()}")
  record PaidOut(String partner, long cents) {}

  record Internal(String text) {}

  /** The application's own routing, mapping and headers, configured with Modulith. */
  @Configuration(proxyBeanMethods = false)
  static class Mapped {
    @Bean
    EventExternalizationConfiguration routing() {
      return EventExternalizationConfiguration.externalizing()
          .select(event -> event instanceof PaidOut || event instanceof Internal)
          .mapping(PaidOut.class, event -> "paid " + event.cents())
          .mapping(Internal.class, event -> KafkaMessage.to("whole").key("k").value(event.text()))
          .headers(event -> Map.of("source", "payouts"))
          .routeAll(event -> RoutingTarget.forTarget("all").andKey("one"))
          .build();
    }
  }

  @Test
  void eventIsSentIfItsTransactionCommits() {
    runner.run(
        context -> {
          in(
              context,
              publish -> {
                publish.accept(new PaidOut("ada", 1_250));
                throw new IllegalStateException("rolled back on purpose");
              });
          in(
              context,
              publish -> {
                publish.accept(new Internal("stays here"));
                publish.accept(new PaidOut("ada", 700));
                assertThat(kafka.sent()).isEmpty();
              });
          awaitSent(1);
          assertThat(kafka.sent())
              .containsExactly(
                  KafkaMessage.to("payouts")
                      .key("ada")
                      .value("{\"partner\":\"ada\",\"cents\":700}"));
        });
  }

  @Test
  void modulithsMappingHeadersAndRoutingApply() {
    runner
        .withUserConfiguration(Mapped.class)
        .run(
            context -> {
              context.publishEvent(new PaidOut("ada", 700));
              awaitSent(1);
              context.publishEvent(new Internal("text"));
              awaitSent(2);
              assertThat(kafka.sent())
                  .containsExactly(
                      KafkaMessage.to("all")
                          .key("one")
                          .value("paid 700")
                          .header("source", "payouts"),
                      KafkaMessage.to("whole").key("k").value("text"));
            });
  }

  @Test
  void orderedEventsOfOneKeyWaitForEachOther() {
    runner
        .withPropertyValues("baton.modulith.in-order=payouts")
        .run(
            context -> {
              kafka.failNext(new TimeoutException("the first is retried"));
              for (int cents = 1; cents <= 2; cents++) {
                PaidOut first = new PaidOut("ada", 2L * cents - 1);
                PaidOut second = new PaidOut("ada", 2L * cents);
                in(
                    context,
                    publish -> {
                      publish.accept(first);
                      publish.accept(second);
                    });
              }
              awaitSent(4);
              assertThat(kafka.sent())
                  .extracting(message -> message.value().toText())
                  .containsExactly(paid("ada", 1), paid("ada", 2), paid("ada", 3), paid("ada", 4));
              assertThat(kafka.pendingFailures()).isZero();
            });
  }

  @Test
  void eventsWithoutKeyOrOfAnotherTopicAreSentWithoutOrder() {
    runner
        .withUserConfiguration(Unkeyed.class)
        .withPropertyValues("baton.modulith.in-order=*")
        .run(
            context -> {
              context.publishEvent(new Internal("no key"));
              awaitSent(1);
              assertThat(kafka.sent()).containsExactly(KafkaMessage.to("all").value("no key"));
              assertThat(orders(context)).isZero();
            });
    runner
        .withPropertyValues("baton.modulith.in-order=accounts")
        .run(
            context -> {
              context.publishEvent(new PaidOut("ada", 1));
              awaitSent(2);
              assertThat(orders(context)).isZero();
            });
  }

  @Configuration(proxyBeanMethods = false)
  static class Unkeyed {
    @Bean
    EventExternalizationConfiguration routing() {
      return EventExternalizationConfiguration.externalizing()
          .select(event -> event instanceof Internal)
          .mapping(Internal.class, Internal::text)
          .routeAll(event -> RoutingTarget.forTarget("all").withoutKey())
          .build();
    }
  }

  private static long orders(AssertableApplicationContext context) {
    return new JdbcTemplate(context.getBean(DataSource.class))
        .queryForObject("SELECT COUNT(*) FROM baton_order", Long.class);
  }

  private static String paid(String partner, long cents) {
    return "{\"partner\":\"" + partner + "\",\"cents\":" + cents + "}";
  }

  @Test
  void eventThatCannotBeAddedFailsThePublisher() {
    runner.run(
        context -> {
          TransactionTemplate readOnly =
              new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
          readOnly.setReadOnly(true);
          assertThatThrownBy(
                  () ->
                      readOnly.executeWithoutResult(
                          status -> context.publishEvent(new PaidOut("ada", 1))))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("read-only");
        });
  }

  @Test
  void batonGivesWayIfModulithExternalizesOrIsMissing() {
    modulith.run(
        context -> assertThat(context).hasNotFailed().doesNotHaveBean(EventsToKafka.class));
    TestContexts.onH2()
        .withConfiguration(
            AutoConfigurations.of(
                BatonKafkaAutoConfiguration.class, BatonModulithAutoConfiguration.class))
        .withPropertyValues("spring.modulith.events.externalization.mode=outbox")
        .withClassLoader(
            new FilteredClassLoader(
                "org.springframework.modulith.events.EventExternalization",
                "org.springframework.modulith.events.core",
                "org.springframework.modulith.events.support",
                "org.springframework.modulith.events.config"))
        .run(context -> assertThat(context).hasNotFailed());
  }

  private void awaitSent(int messages) {
    Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> kafka.sent().size() >= messages);
  }

  private static void in(
      AssertableApplicationContext context, Consumer<Consumer<Object>> business) {
    TransactionTemplate transaction =
        new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
    try {
      transaction.executeWithoutResult(status -> business.accept(context::publishEvent));
    } catch (IllegalStateException onPurpose) {
      assertThat(onPurpose).hasMessage("rolled back on purpose");
    }
  }
}
