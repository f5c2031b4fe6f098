package dev.baton.spring.boot.observe;

import dev.baton.spring.BatonNode;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Tasks in the application's observations; {@code management.observations.enable.baton=false}
 * leaves them out.
 */
@AutoConfiguration(
    afterName = {
      "dev.baton.spring.boot.BatonAutoConfiguration",
      "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
    })
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean({BatonNode.class, ObservationRegistry.class})
public final class BatonObservationAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  TaskObservations batonTaskObservations(ObservationRegistry registry) {
    return new TaskObservations(registry);
  }
}
