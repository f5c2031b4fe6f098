package dev.baton.spring.boot.actuate;

import dev.baton.metrics.BatonMetrics;
import dev.baton.spring.BatonNode;
import dev.baton.spring.BatonStarted;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Adds Baton's meters to the application's registry. */
@AutoConfiguration(
    afterName = {
      "dev.baton.spring.boot.BatonAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration",
      // The names of these classes in Spring Boot 3.
      "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.actuate.autoconfigure.metrics.export.simple.SimpleMetricsExportAutoConfiguration"
    })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({BatonNode.class, MeterRegistry.class})
public final class BatonMetricsAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  BatonMetrics batonMetrics(MeterRegistry registry) {
    return new BatonMetrics(registry);
  }

  /**
   * Registers the gauges at each start, because a context that is stopped and started again has a
   * new node.
   */
  @Bean
  @ConditionalOnMissingBean(name = "batonGauges")
  BatonStarted batonGauges(BatonMetrics metrics) {
    return metrics::watch;
  }
}
