package dev.baton.spring.boot.modulith;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.baton.api.error.PayloadException;
import dev.baton.api.internal.Codecs;
import dev.baton.kafka.send.KafkaTasks;
import dev.baton.task.Bytes;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.modulith.events.EventExternalizationConfiguration;
import org.springframework.modulith.events.core.ConditionalEventListener;
import tools.jackson.databind.json.JsonMapper;

/**
 * Makes Baton the outbox of Spring Modulith ({@code
 * spring.modulith.events.externalization.mode=outbox}), if {@code baton-kafka} is on the class path
 * and none of Modulith's own outboxes is.
 */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
      // The name of this class in Spring Boot 3.
      "org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration",
      "dev.baton.spring.boot.kafka.BatonKafkaAutoConfiguration",
      "org.springframework.modulith.events.config.EventExternalizationAutoConfiguration"
    })
@ConditionalOnClass({ConditionalEventListener.class, KafkaTasks.class})
@ConditionalOnMissingClass({
  "org.springframework.modulith.events.jobrunr.JobRunrExternalizationTransport",
  "org.springframework.modulith.events.namastack.NamastackOutboxEventRecorder"
})
@ConditionalOnProperty(name = "spring.modulith.events.externalization.mode", havingValue = "outbox")
@EnableConfigurationProperties(BatonModulithProperties.class)
@ConditionalOnBean({KafkaTasks.class, EventExternalizationConfiguration.class})
public final class BatonModulithAutoConfiguration {

  /**
   * Gets the other beans late, because a bean of the application may publish events before all of
   * them exist.
   */
  @Bean
  @ConditionalOnMissingBean
  EventsToKafka batonEventsToKafka(
      EventExternalizationConfiguration configuration,
      KafkaTasks kafka,
      ObjectProvider<EventJson> json,
      BatonModulithProperties properties,
      ConfigurableBeanFactory beans) {
    return new EventsToKafka(
        configuration,
        kafka,
        json.getIfAvailable(() -> Codecs.standard()::encode),
        properties,
        beans);
  }

  /** The Jackson of Spring Boot 4. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(JsonMapper.class)
  @ConditionalOnBean(JsonMapper.class)
  static class Jackson3 {
    @Bean
    @ConditionalOnMissingBean
    EventJson batonEventJson(JsonMapper json) {
      return event -> Bytes.of(json.writeValueAsBytes(event));
    }
  }

  /** The Jackson of Spring Boot 3. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ObjectMapper.class)
  @ConditionalOnBean(ObjectMapper.class)
  static class Jackson2 {
    @Bean
    @ConditionalOnMissingBean
    EventJson batonEventJson(ObjectMapper json) {
      return event -> {
        try {
          return Bytes.of(json.writeValueAsBytes(event));
        } catch (JsonProcessingException broken) {
          throw new PayloadException(
              "An event of " + event.getClass().getName() + " can't be written as JSON", broken);
        }
      };
    }
  }
}
