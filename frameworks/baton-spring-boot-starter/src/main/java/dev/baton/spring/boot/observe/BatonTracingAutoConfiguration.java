package dev.baton.spring.boot.observe;

import dev.baton.spring.BatonNode;
import dev.baton.tracing.BatonTracing;
import io.opentelemetry.api.OpenTelemetry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/**
 * Adds tasks to the application's OpenTelemetry traces, unless Micrometer Tracing already creates
 * spans from {@link TaskObservations}.
 */
@AutoConfiguration(
    after = BatonObservationAutoConfiguration.class,
    afterName = {
      "org.springframework.boot.opentelemetry.autoconfigure.OpenTelemetrySdkAutoConfiguration",
      // The name of this class in Spring Boot 3.
      "org.springframework.boot.actuate.autoconfigure.opentelemetry.OpenTelemetryAutoConfiguration",
      "io.opentelemetry.instrumentation.spring.autoconfigure.OpenTelemetryAutoConfiguration"
    })
@ConditionalOnClass(OpenTelemetry.class)
@ConditionalOnBean({BatonNode.class, OpenTelemetry.class})
public final class BatonTracingAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  @Conditional(NotTracedByObservations.class)
  BatonTracing batonTracing(OpenTelemetry openTelemetry) {
    return BatonTracing.of(openTelemetry);
  }

  static final class NotTracedByObservations extends NoneNestedConditions {
    NotTracedByObservations() {
      super(ConfigurationPhase.REGISTER_BEAN);
    }

    @ConditionalOnBean(
        type = {
          "dev.baton.spring.boot.observe.TaskObservations",
          "io.micrometer.tracing.propagation.Propagator"
        })
    static final class Observed {}
  }
}
