package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.kafka.receive.KafkaReceiver;
import dev.baton.kafka.send.KafkaMessage;
import dev.baton.kafka.send.KafkaSender;
import dev.baton.kafka.send.KafkaTasks;
import dev.baton.kafka.test.TestKafka;
import dev.baton.spring.boot.kafka.BatonKafkaAutoConfiguration;
import dev.baton.spring.boot.kafka.KafkaReceivers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.SmartLifecycle;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Tests messages as tasks in a Spring application with baton-kafka. */
class KafkaTest {
  private final ApplicationContextRunner runner =
      TestContexts.onH2()
          .withConfiguration(AutoConfigurations.of(BatonKafkaAutoConfiguration.class));

  @Test
  void messageIsSentIfTheTransactionCommits() {
    TestKafka kafka = new TestKafka();
    runner
        .withPropertyValues("baton.kafka.brokers=none:9092")
        .withBean("ours", KafkaSender.class, kafka::sender)
        .run(
            context -> {
              assertThat(context).hasSingleBean(KafkaSender.class);
              KafkaTasks tasks = context.getBean(KafkaTasks.class);
              TransactionTemplate transaction =
                  new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
              transaction.executeWithoutResult(
                  status -> {
                    tasks.send("payouts", "ada", "never", Map.of());
                    status.setRollbackOnly();
                  });
              transaction.executeWithoutResult(
                  status -> tasks.send("payouts", "ada", "1", Map.of()));
              Awaitility.await()
                  .atMost(Duration.ofSeconds(60))
                  .until(() -> !kafka.sent().isEmpty());
              assertThat(kafka.sent())
                  .containsExactly(KafkaMessage.to("payouts").key("ada").value("1"));
            });
  }

  @Test
  void nodeWithoutBrokersLeavesSendingToOthers() {
    runner.run(
        context -> {
          assertThat(context).doesNotHaveBean(KafkaSender.class);
          assertThat(context.getBean(KafkaTasks.class).send("t", "k", "v", Map.of()).wasAdded())
              .isTrue();
        });
    runner
        .withPropertyValues("baton.kafka.brokers=none:9092")
        .run(context -> assertThat(context).hasSingleBean(KafkaSender.class));
  }

  @Test
  void batonsKafkaClientsHaveTheirOwnSettings() {
    ApplicationContextRunner brokers = runner.withPropertyValues("baton.kafka.brokers=none:9092");
    brokers
        .withPropertyValues("spring.kafka.producer.acks=most", "baton.kafka.producer.linger.ms=7")
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(KafkaSender.class));
    brokers
        .withPropertyValues("baton.kafka.producer.linger.ms=soon")
        .run(context -> assertThat(context).getFailure().hasStackTraceContaining("linger.ms"));
    brokers
        .withPropertyValues("baton.kafka.producer.acks=1")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining("Leave out the producer setting acks"));
  }

  @Test
  void receiversStartAfterTheNodeAndEndBeforeIt() {
    runner.run(
        context -> {
          assertThat(context.getBean(KafkaReceivers.class).getPhase())
              .isGreaterThan(BatonNode.PHASE);
          // A web server stops in the second phase below the default phase.
          assertThat(SmartLifecycle.DEFAULT_PHASE - 2 * 1024).isGreaterThan(BatonNode.PHASE);
        });
  }

  @Test
  void messagesSetAsideByReceiverAreRetriedByThisNode() {
    runner
        .withPropertyValues("baton.kafka.receive=false")
        .withBean(
            KafkaReceiver.class,
            () ->
                KafkaReceiver.builder("none:9092", "service")
                    .tasks("requests", "requests", message -> Optional.empty())
                    .build())
        .run(
            context -> {
              assertThat(context).doesNotHaveBean(KafkaReceivers.class);
              assertThat(context.getBean(BatonNode.class).baton().definitions())
                  .extracting(one -> one.type().name())
                  .contains(KafkaReceiver.ASIDE_TYPE);
            });
  }

  @Test
  void applicationWithoutKafkaWorks() {
    runner
        .withClassLoader(new FilteredClassLoader("dev.baton.kafka", "org.apache.kafka"))
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(KafkaReceivers.class));
  }
}
