package dev.baton.examples.spring;

import static dev.baton.examples.spring.PayoutTasks.REQUEST_PAYOUT;

import dev.baton.kafka.receive.KafkaReceiver;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes a task of each message with a request that another service sends by Kafka. */
@Configuration(proxyBeanMethods = false)
class PayoutMessages {
  static final String REQUEST_TOPIC = "payouts.requests";

  // region received
  @Bean
  KafkaReceiver payoutRequests(@Value("${baton.kafka.brokers}") String brokers) {
    return KafkaReceiver.builder(brokers, "payouts-service")
        .tasks(
            "requests",
            REQUEST_TOPIC,
            Payout.class,
            (payout, message) -> Optional.of(REQUEST_PAYOUT.with(payout)))
        .build();
  }
  // endregion
}
