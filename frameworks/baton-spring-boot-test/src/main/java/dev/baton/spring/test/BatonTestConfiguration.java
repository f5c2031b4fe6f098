package dev.baton.spring.test;

import dev.baton.api.Tasks;
import dev.baton.kafka.receive.KafkaReceiver;
import dev.baton.kafka.send.KafkaSender;
import dev.baton.kafka.test.TestKafka;
import dev.baton.test.Faults;
import dev.baton.test.TestBaton;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

/** Beans that give a test control of Baton, and of Kafka if it is on the class path. */
@Configuration(proxyBeanMethods = false)
class BatonTestConfiguration {

  @Bean
  static TestDatabases batonTestDatabases() {
    return new TestDatabases();
  }

  @Bean
  TestNodes batonTestNodes(TestDatabases databases) {
    return new TestNodes(databases);
  }

  /** Prototypes, because each test has its own cluster. */
  @Bean
  @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
  TestBaton batonTestBaton(TestNodes nodes) {
    return nodes.current();
  }

  @Bean
  @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
  Faults batonTestFaults(TestNodes nodes) {
    return nodes.current().faults();
  }

  /** Beans for Kafka without a broker. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "dev.baton.kafka.test.TestKafka")
  static class WithKafka {

    @Bean
    TestKafka batonTestKafka() {
      return new TestKafka();
    }

    @Bean
    KafkaSender batonTestKafkaSender(TestKafka kafka) {
      return kafka.sender();
    }

    @Bean
    KafkaReaders batonTestKafkaReaders(
        TestKafka kafka, ObjectProvider<KafkaReceiver> receivers, Tasks tasks) {
      return () -> {
        kafka.clear();
        kafka.readBy(tasks, receivers.orderedStream().toArray(KafkaReceiver[]::new));
        return kafka;
      };
    }
  }

  /** Sets Kafka to its state before a test. */
  interface KafkaReaders {
    TestKafka begin();
  }
}
