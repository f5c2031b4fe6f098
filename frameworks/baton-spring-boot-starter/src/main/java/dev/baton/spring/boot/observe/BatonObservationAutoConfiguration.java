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
 * Tasks in the application's observations; {@code management.observations.enable.baton=false}
 * leaves them out.
 */
@AutoConfiguration(
    afterName = {
      "dev.baton.spring.boot.BatonAutoConfiguration",
      "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
      "org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration",
      "org.springframework.boot.micrometer.tracing.brave.autoconfigure.BraveAutoConfiguration",
      // Their names in Spring Boot 3.
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
   * Observations that a tracer turns into spans would repeat those of the application's own
   * BatonTracing. A Propagator rather than a Tracer tells: without tracing there is a Tracer too,
   * which does nothing.
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
