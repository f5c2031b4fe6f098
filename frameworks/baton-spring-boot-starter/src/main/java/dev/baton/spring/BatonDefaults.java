package dev.baton.spring;

import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The default set-up of an application without Spring Boot. */
@Configuration(proxyBeanMethods = false)
class BatonDefaults {

  @Bean
  @ConditionalOnMissingBean
  BatonSetup batonSetup() {
    return BatonSetup.defaults();
  }
}
