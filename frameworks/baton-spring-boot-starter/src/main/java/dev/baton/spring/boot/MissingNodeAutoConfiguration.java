package dev.baton.spring.boot;

import dev.baton.spring.BatonNode;
import dev.baton.spring.MissingNode;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Reports at the start which beans need durable work in an application without a node. */
@AutoConfiguration(after = BatonAutoConfiguration.class)
@ConditionalOnMissingBean(BatonNode.class)
public final class MissingNodeAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  MissingNode batonMissingNode(ConfigurableListableBeanFactory beans, Environment environment) {
    return new MissingNode(beans, MissingNode.Reason.of(beans, environment));
  }
}
