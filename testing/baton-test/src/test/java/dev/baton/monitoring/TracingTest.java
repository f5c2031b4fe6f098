package dev.baton.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.task.Bytes;
import dev.baton.test.TestBaton;
import dev.baton.tracing.BatonTracing;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Tests that one trace connects the caller that adds a task and the node that runs it. */
final class TracingTest {
  private final InMemorySpanExporter exported = InMemorySpanExporter.create();
  private final OpenTelemetrySdk telemetry =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(exported))
                  .build())
          .build();

  private TestBaton cluster(UnaryOperator<BatonTracing> as, TaskDefinition<?, ?>... definitions) {
    BatonTracing tracing = as.apply(BatonTracing.of(telemetry));
    return TestBaton.inMemory()
        .define(definitions)
        .configure(node -> traced(node, tracing))
        .start();
  }

  // region traced
  private static Baton.Builder traced(Baton.Builder node, BatonTracing tracing) {
    return node.decorator(tracing).interceptor(tracing);
  }

  // endregion

  private Span addWithin(TestBaton cluster, TaskRequest<?, ?> request) {
    Span span = telemetry.getTracer("shop").spanBuilder("checkout").startSpan();
    try (Scope ignored = span.makeCurrent()) {
      cluster.tasks().add(request);
    } finally {
      span.end();
    }
    return span;
  }

  private List<SpanData> spans(String name) {
    return exported.getFinishedSpanItems().stream()
        .filter(span -> span.getName().equals(name))
        .toList();
  }

  @Test
  void theAttemptIsASpanWithinTheAddersTrace() {
    try (TestBaton cluster =
        cluster(same -> same, RawDefinition.of("MAIL", attempt -> Outcome.done()))) {
      Span adder = addWithin(cluster, TaskType.of("MAIL", Bytes.class).with(Bytes.of("secret")));
      cluster.drain();
      assertThat(spans("MAIL process")).hasSize(1);
      SpanData attempt = spans("MAIL process").get(0);
      assertThat(attempt.getTraceId()).isEqualTo(adder.getSpanContext().getTraceId());
      assertThat(attempt.getParentSpanId()).isEqualTo(adder.getSpanContext().getSpanId());
      assertThat(attempt.getKind()).isEqualTo(SpanKind.CONSUMER);
      assertThat(attempt.getAttributes().get(AttributeKey.stringKey("baton.outcome")))
          .isEqualTo("Done");
      assertThat(attempt.toString()).doesNotContain("secret");
    }
  }

  @Test
  void aSpanSaysTheSameInTheWordsOfOpenTelemetrysConventions() {
    try (TestBaton cluster =
        cluster(same -> same, RawDefinition.of("MAIL", attempt -> Outcome.done()))) {
      cluster.tasks().add(TaskRequest.of(TaskType.of("MAIL")));
      cluster.drain();
      SpanData attempt = spans("MAIL process").get(0);
      Map<String, Object> attributes = new TreeMap<>();
      attempt.getAttributes().forEach((name, value) -> attributes.put(name.getKey(), value));
      assertThat(attributes)
          .containsEntry("messaging.system", "baton")
          .containsEntry("messaging.operation.type", "process")
          .containsEntry("messaging.operation.name", "process")
          .containsEntry("messaging.destination.name", "MAIL")
          .containsEntry("messaging.message.id", attributes.get("baton.task.id"))
          .containsEntry(
              "messaging.message.conversation_id", attributes.get("baton.task.correlation_id"));
    }
  }

  @Test
  void whatAHandlerAddsGoesOnInTheSameTrace() {
    try (TestBaton cluster =
        cluster(
            same -> same,
            RawDefinition.of("CHILD", attempt -> Outcome.done()),
            RawDefinition.of(
                "PARENT", attempt -> Outcome.next(TaskRequest.of(TaskType.of("CHILD")))))) {
      Span adder = addWithin(cluster, TaskRequest.of(TaskType.of("PARENT")));
      cluster.drain();
      assertThat(spans("CHILD process")).hasSize(1);
      assertThat(spans("CHILD process").get(0).getTraceId())
          .isEqualTo(adder.getSpanContext().getTraceId());
    }
  }

  @Test
  void eachAttemptIsASpanOfItsOwnAndSaysHowItEnded() {
    try (TestBaton cluster =
        cluster(
            same -> same,
            RawDefinition.of(
                    "FLAKY",
                    attempt -> {
                      if (attempt.number() == 1) {
                        throw new IllegalStateException("first");
                      }
                      return Outcome.done();
                    })
                .retry(Retry.fixed(Duration.ofSeconds(1)).maxAttempts(3)))) {
      Span adder = addWithin(cluster, TaskRequest.of(TaskType.of("FLAKY")));
      cluster.advance(Duration.ofMinutes(1));
      assertThat(spans("FLAKY process"))
          .extracting(SpanData::getParentSpanId)
          .containsExactly(adder.getSpanContext().getSpanId(), adder.getSpanContext().getSpanId());
      assertThat(spans("FLAKY process").get(0).getStatus().getStatusCode())
          .isEqualTo(StatusCode.ERROR);
      assertThat(spans("FLAKY process").get(0).getEvents()).hasSize(1);
      assertThat(spans("FLAKY process").get(1).getStatus().getStatusCode())
          .isEqualTo(StatusCode.UNSET);
    }
  }

  @Test
  void aTraceOfItsOwnIsLinkedToTheAdders() {
    try (TestBaton cluster =
        cluster(BatonTracing::linkingOnly, RawDefinition.of("MAIL", attempt -> Outcome.done()))) {
      Span adder = addWithin(cluster, TaskRequest.of(TaskType.of("MAIL")));
      cluster.drain();
      SpanData attempt = spans("MAIL process").get(0);
      assertThat(attempt.getTraceId()).isNotEqualTo(adder.getSpanContext().getTraceId());
      assertThat(attempt.getLinks().get(0).getSpanContext().getSpanId())
          .isEqualTo(adder.getSpanContext().getSpanId());
    }
  }

  @Test
  void withoutASpanNothingIsCarriedAndACallersOwnIsLeft() {
    try (TestBaton cluster =
        cluster(same -> same, RawDefinition.of("MAIL", attempt -> Outcome.done()))) {
      UUID bare = cluster.tasks().add(TaskRequest.of(TaskType.of("MAIL")).onHold()).taskId();
      assertThat(cluster.task(bare).content().context()).doesNotContainKey("traceparent");
      String own = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
      addWithin(cluster, TaskRequest.of(TaskType.of("MAIL")).context("traceparent", own));
      cluster.drain();
      assertThat(spans("MAIL process").get(0).getTraceId())
          .isEqualTo("0af7651916cd43dd8448eb211c80319c");
    }
  }

  @Test
  void theSpanOfAnAsynchronousHandlerEndsWithItsStage() {
    try (TestBaton cluster =
        cluster(
            same -> same,
            RawDefinition.async(
                "CALL", attempt -> CompletableFuture.completedFuture(Outcome.done())))) {
      addWithin(cluster, TaskRequest.of(TaskType.of("CALL")));
      cluster.drain();
      assertThat(spans("CALL process")).hasSize(1);
    }
  }
}
