package dev.baton.spring.boot.actuate;

import dev.baton.spring.BatonNode;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Adds Baton to the application's health. */
@AutoConfiguration(afterName = "dev.baton.spring.boot.BatonAutoConfiguration")
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(BatonNode.class)
public final class BatonHealthAutoConfiguration {

  @Bean
  @ConditionalOnEnabledHealthIndicator("baton")
  @ConditionalOnMissingBean(name = "batonHealthIndicator")
  BatonHealthIndicator batonHealthIndicator(BatonNode node) {
    return new BatonHealthIndicator(node);
  }
}
