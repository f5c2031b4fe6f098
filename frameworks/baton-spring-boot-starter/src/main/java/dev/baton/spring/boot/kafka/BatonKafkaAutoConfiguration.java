package dev.baton.spring.boot.kafka;

import dev.baton.api.Tasks;
import dev.baton.handler.TaskDefinition;
import dev.baton.kafka.receive.KafkaReceiver;
import dev.baton.kafka.send.KafkaSender;
import dev.baton.kafka.send.KafkaTasks;
import dev.baton.spring.BatonNode;
import dev.baton.spring.TaskDefinitions;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * Sends Kafka messages as tasks if {@code baton-kafka} is on the class path, and starts and stops
 * {@link KafkaReceiver} beans.
 */
@AutoConfiguration(afterName = "dev.baton.spring.boot.BatonAutoConfiguration")
@ConditionalOnClass(KafkaTasks.class)
@ConditionalOnBean(BatonNode.class)
@EnableConfigurationProperties(BatonKafkaProperties.class)
public final class BatonKafkaAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  KafkaTasks batonKafkaTasks(Tasks tasks) {
    return KafkaTasks.on(tasks);
  }

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnProperty("baton.kafka.brokers")
  KafkaSender batonKafkaSender(BatonKafkaProperties properties) {
    return KafkaSender.builder(String.valueOf(properties.brokers()))
        .bucket(properties.bucket())
        .producer(properties.producer())
        .build();
  }

  @Bean
  @ConditionalOnMissingBean(name = "batonKafkaDefinitions")
  TaskDefinitions batonKafkaDefinitions(
      ObjectProvider<KafkaSender> senders, ObjectProvider<KafkaReceiver> receivers) {
    List<TaskDefinition<?, ?>> all = new ArrayList<>();
    senders.orderedStream().forEach(sender -> all.addAll(List.of(sender.definitions())));
    receivers.orderedStream().forEach(receiver -> all.addAll(List.of(receiver.definitions())));
    return () -> all;
  }

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnProperty(name = "baton.kafka.receive", matchIfMissing = true)
  KafkaReceivers batonKafkaReceivers(ObjectProvider<KafkaReceiver> receivers, Tasks tasks) {
    return new KafkaReceivers(receivers.orderedStream().toList(), tasks);
  }
}
