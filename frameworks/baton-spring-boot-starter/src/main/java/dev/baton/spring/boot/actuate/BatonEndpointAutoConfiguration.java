package dev.baton.spring.boot.actuate;

import dev.baton.spring.BatonNode;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.info.ConditionalOnEnabledInfoContributor;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Adds Baton's endpoint, and Baton to the application's info. */
@AutoConfiguration(afterName = "dev.baton.spring.boot.BatonAutoConfiguration")
@ConditionalOnClass({ConditionalOnAvailableEndpoint.class, InfoContributor.class})
@ConditionalOnBean(BatonNode.class)
public final class BatonEndpointAutoConfiguration {

  @Bean
  @ConditionalOnAvailableEndpoint
  @ConditionalOnMissingBean
  BatonEndpoint batonEndpoint(BatonNode node) {
    return new BatonEndpoint(node);
  }

  @Bean
  @ConditionalOnEnabledInfoContributor("baton")
  @ConditionalOnMissingBean
  BatonInfoContributor batonInfoContributor(BatonNode node) {
    return new BatonInfoContributor(node);
  }
}
