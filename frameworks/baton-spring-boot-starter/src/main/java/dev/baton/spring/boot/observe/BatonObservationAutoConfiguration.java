package dev.baton.spring.boot.observe;

import dev.baton.spring.BatonNode;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/**
 * Adds tasks to the application's observations; {@code management.observations.enable.baton=false}
 * disables this.
 */
@AutoConfiguration(
    afterName = {
      "dev.baton.spring.boot.BatonAutoConfiguration",
      "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
      "org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration",
      "org.springframework.boot.micrometer.tracing.brave.autoconfigure.BraveAutoConfiguration",
      // The names of these classes in Spring Boot 3.
      "org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration",
      "org.springframework.boot.actuate.autoconfigure.tracing.OpenTelemetryTracingAutoConfiguration",
      "org.springframework.boot.actuate.autoconfigure.tracing.BraveAutoConfiguration"
    })
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean({BatonNode.class, ObservationRegistry.class})
public final class BatonObservationAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  @Conditional(NotTracedTwice.class)
  TaskObservations batonTaskObservations(ObservationRegistry registry) {
    return new TaskObservations(registry);
  }

  /**
   * Excludes observations if the application has its own BatonTracing and a tracer turns
   * observations into spans, because each span would exist twice. A Propagator bean shows that
   * tracing is active. A Tracer bean doesn't show this, because it also exists, without effect,
   * when tracing is off.
   */
  static final class NotTracedTwice extends NoneNestedConditions {
    NotTracedTwice() {
      super(ConfigurationPhase.REGISTER_BEAN);
    }

    @ConditionalOnBean(
        type = {"dev.baton.tracing.BatonTracing", "io.micrometer.tracing.propagation.Propagator"})
    static final class TracedByTheApplication {}
  }
}
