package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.Submission;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.spring.boot.observe.BatonObservationAutoConfiguration;
import dev.baton.spring.boot.observe.BatonTracingAutoConfiguration;
import dev.baton.spring.boot.observe.TaskObservations;
import dev.baton.tracing.BatonTracing;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration;
import org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration;
import org.springframework.boot.opentelemetry.autoconfigure.OpenTelemetrySdkAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Tests OpenTelemetry in a Spring Boot application. Each attempt is one span, linked to the span of
 * the add.
 */
class TracingTest {
  private static final TaskType<Void, Void> PAY = TaskType.of("PAY");

  private final InMemorySpanExporter exported = InMemorySpanExporter.create();

  private final ApplicationContextRunner runner =
      TestContexts.onH2()
          .withConfiguration(
              AutoConfigurations.of(
                  ObservationAutoConfiguration.class,
                  BatonObservationAutoConfiguration.class,
                  BatonTracingAutoConfiguration.class))
          .withBean(Handlers.class);

  /** OpenTelemetry alone, as declared by an application or by OpenTelemetry's own starter. */
  private final ApplicationContextRunner plain =
      runner.withBean(OpenTelemetry.class, this::openTelemetry);

  /** Spring Boot's own tracing, which turns Micrometer's observations into OpenTelemetry spans. */
  private final ApplicationContextRunner observed =
      runner
          .withConfiguration(
              AutoConfigurations.of(
                  OpenTelemetrySdkAutoConfiguration.class,
                  OpenTelemetryTracingAutoConfiguration.class,
                  MicrometerTracingAutoConfiguration.class))
          .withPropertyValues("management.tracing.sampling.probability=1.0")
          .withBean(SpanProcessor.class, () -> SimpleSpanProcessor.create(exported));

  private OpenTelemetry openTelemetry() {
    return OpenTelemetrySdk.builder()
        .setTracerProvider(
            SdkTracerProvider.builder()
                .addSpanProcessor(SimpleSpanProcessor.create(exported))
                .build())
        .build();
  }

  static final class Handlers {
    @TaskHandler("PAY")
    void pay() {
      assertThat(Span.current().getSpanContext().isValid()).isTrue();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class LinksOnly {
    @Bean
    BatonTracing ours(OpenTelemetry openTelemetry) {
      return BatonTracing.of(openTelemetry).linkingOnly();
    }
  }

  @Test
  void withOpenTelemetryAloneAttemptIsChildSpanOfItsAdd() {
    plain.run(
        context -> {
          assertThat(context).hasSingleBean(BatonTracing.class);
          Span adder = addInASpan(context);
          SpanData attempt = only(SpanKind.CONSUMER);
          assertThat(attempt.getName()).isEqualTo("PAY process");
          assertThat(attempt.getTraceId()).isEqualTo(adder.getSpanContext().getTraceId());
          assertThat(attempt.getParentSpanId()).isEqualTo(adder.getSpanContext().getSpanId());
        });
  }

  @Test
  void tracedObservationsAloneMakeTheSpans() {
    observed.run(
        context -> {
          assertThat(context)
              .hasSingleBean(TaskObservations.class)
              .doesNotHaveBean(BatonTracing.class);
          Span adder = addInASpan(context);
          SpanData attempt = only(SpanKind.CONSUMER);
          assertThat(attempt.getName()).isEqualTo("PAY run");
          SpanData add = only(SpanKind.PRODUCER);
          assertThat(add.getParentSpanId()).isEqualTo(adder.getSpanContext().getSpanId());
          assertThat(attempt.getParentSpanId()).isEqualTo(add.getSpanId());
          assertThat(attempt.getTraceId()).isEqualTo(adder.getSpanContext().getTraceId());
        });
  }

  @Test
  void customTracingReplacesBoth() {
    observed
        .withUserConfiguration(LinksOnly.class)
        .run(
            context -> {
              assertThat(context)
                  .hasBean("ours")
                  .hasSingleBean(BatonTracing.class)
                  .doesNotHaveBean(TaskObservations.class);
              Span adder = addInASpan(context);
              SpanData attempt = only(SpanKind.CONSUMER);
              assertThat(attempt.getTraceId()).isNotEqualTo(adder.getSpanContext().getTraceId());
              assertThat(attempt.getLinks())
                  .extracting(link -> link.getSpanContext().getSpanId())
                  .containsExactly(adder.getSpanContext().getSpanId());
            });
  }

  @Test
  void nothingIsTracedWithoutOpenTelemetry() {
    runner.run(context -> assertThat(context).doesNotHaveBean(BatonTracing.class));
    runner
        .withClassLoader(new FilteredClassLoader("io.opentelemetry", "io.micrometer.tracing"))
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .doesNotHaveBean("batonTracing")
                    .hasSingleBean(TaskObservations.class));
  }

  /** Waits until the task is done. Then all spans of its attempt have ended. */
  private static Span addInASpan(AssertableApplicationContext context) throws Exception {
    Span adder =
        context.getBean(OpenTelemetry.class).getTracer("test").spanBuilder("a request").startSpan();
    Submission<Void> submitted;
    try (Scope ignored = adder.makeCurrent()) {
      submitted = context.getBean(Tasks.class).submit(TaskRequest.of(TaskType.of("PAY")));
    } finally {
      adder.end();
    }
    submitted.result().get(60, TimeUnit.SECONDS);
    return adder;
  }

  private SpanData only(SpanKind kind) {
    List<SpanData> found =
        exported.getFinishedSpanItems().stream().filter(span -> span.getKind() == kind).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }
}
