package dev.baton.tracing;

import dev.baton.api.TaskRequest;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskParkedError;
import dev.baton.hook.AddDecorator;
import dev.baton.hook.TaskInterceptor;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Continues a caller's trace in the handlers of the tasks that the caller adds. When a task is
 * added, the current span is written into the task's context as the W3C entries {@code traceparent}
 * and {@code tracestate}. Each attempt is a span of kind CONSUMER with that span as its parent. The
 * attempt's span is current on the handler's thread, so tasks that a handler adds belong to the
 * same trace. Register it with the node as both decorator and interceptor. Thread-safe.
 *
 * <pre>{@code
 * BatonTracing tracing = BatonTracing.of(openTelemetry);
 * Baton baton =
 *     Baton.builder(JdbcStore.of(dataSource))
 *         .decorator(tracing)
 *         .interceptor(tracing)
 *         .start();
 * }</pre>
 *
 * <p>A span contains the task's id and type and the attempt's outcome, never the payload. An
 * exception of a handler is recorded as OpenTelemetry records exceptions, with its message.
 */
public final class BatonTracing implements AddDecorator, TaskInterceptor {
  /** Name of the OpenTelemetry instrumentation scope that creates the spans. */
  public static final String INSTRUMENTATION = "dev.baton";

  private static final TextMapPropagator W3C = W3CTraceContextPropagator.getInstance();
  private static final AttributeKey<String> TASK = AttributeKey.stringKey("baton.task.id");
  private static final AttributeKey<String> TYPE = AttributeKey.stringKey("baton.task.type");
  private static final AttributeKey<String> STATE = AttributeKey.stringKey("baton.task.state");
  private static final AttributeKey<String> CORRELATION =
      AttributeKey.stringKey("baton.task.correlation_id");
  private static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("baton.attempt.number");
  private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("baton.outcome");

  // The same values under the names of OpenTelemetry's semantic conventions, which tracing
  // back-ends display.
  private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");
  private static final AttributeKey<String> OPERATION =
      AttributeKey.stringKey("messaging.operation.type");
  private static final AttributeKey<String> OPERATION_NAME =
      AttributeKey.stringKey("messaging.operation.name");
  private static final AttributeKey<String> DESTINATION =
      AttributeKey.stringKey("messaging.destination.name");
  private static final AttributeKey<String> MESSAGE =
      AttributeKey.stringKey("messaging.message.id");
  private static final AttributeKey<String> CONVERSATION =
      AttributeKey.stringKey("messaging.message.conversation_id");

  private static final TextMapGetter<Map<String, String>> CARRIED =
      new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(Map<String, String> carrier) {
          return carrier.keySet();
        }

        @Override
        public @Nullable String get(@Nullable Map<String, String> carrier, String key) {
          return carrier == null ? null : carrier.get(key);
        }
      };

  private final Tracer tracer;
  private final boolean linksOnly;

  private BatonTracing(Tracer tracer, boolean linksOnly) {
    this.tracer = tracer;
    this.linksOnly = linksOnly;
  }

  /** Returns tracing in which attempts are spans in the trace of the caller that added the task. */
  public static BatonTracing of(OpenTelemetry openTelemetry) {
    return new BatonTracing(openTelemetry.getTracer(INSTRUMENTATION), false);
  }

  /**
   * Returns tracing in which each attempt begins a new trace, linked to the span of the add. Use it
   * for tasks that run hours later, or if your tracing system stores or samples each trace as a
   * whole.
   */
  public BatonTracing linkingOnly() {
    return new BatonTracing(tracer, true);
  }

  @Override
  public TaskRequest<?, ?> decorate(TaskRequest<?, ?> request) {
    Context current = Context.current();
    boolean carriesOne = request.context().keySet().stream().anyMatch(W3C.fields()::contains);
    if (carriesOne || !Span.fromContext(current).getSpanContext().isValid()) {
      return request;
    }
    Map<String, String> entries = new TreeMap<>();
    W3C.inject(
        current,
        entries,
        (carrier, key, value) -> {
          if (carrier != null) {
            carrier.put(key, value);
          }
        });
    TaskRequest<?, ?> carrying = request;
    for (Map.Entry<String, String> entry : entries.entrySet()) {
      carrying = carrying.context(entry.getKey(), entry.getValue());
    }
    return carrying;
  }

  @Override
  public CompletionStage<Outcome<?>> around(Attempt attempt, Inner inner) throws Exception {
    Span span = begin(attempt);
    CompletionStage<Outcome<?>> stage;
    try (Scope ignored = span.makeCurrent()) {
      stage = inner.proceed();
    } catch (Throwable thrown) {
      failed(span, thrown);
      throw thrown;
    }
    return stage.whenComplete(
        (outcome, thrown) -> {
          if (thrown != null) {
            failed(span, thrown);
          } else {
            ended(span, outcome);
          }
        });
  }

  private Span begin(Attempt attempt) {
    Context adder = W3C.extract(Context.root(), attempt.context(), CARRIED);
    SpanContext added = Span.fromContext(adder).getSpanContext();
    SpanBuilder builder =
        tracer
            .spanBuilder(attempt.type() + " process")
            .setSpanKind(SpanKind.CONSUMER)
            .setAttribute(TASK, attempt.taskId().toString())
            .setAttribute(TYPE, attempt.type())
            .setAttribute(CORRELATION, attempt.correlationId().toString())
            .setAttribute(ATTEMPT, (long) attempt.number())
            .setAttribute(SYSTEM, "baton")
            .setAttribute(OPERATION, "process")
            .setAttribute(OPERATION_NAME, "process")
            .setAttribute(DESTINATION, attempt.type())
            .setAttribute(MESSAGE, attempt.taskId().toString())
            .setAttribute(CONVERSATION, attempt.correlationId().toString());
    if (!attempt.state().isEmpty()) {
      builder.setAttribute(STATE, attempt.state());
    }
    if (!linksOnly) {
      builder.setParent(adder);
    } else if (added.isValid()) {
      builder.setNoParent().addLink(added);
    } else {
      builder.setNoParent();
    }
    return builder.startSpan();
  }

  private static void ended(Span span, Outcome<?> outcome) {
    span.setAttribute(OUTCOME, outcome.getClass().getSimpleName());
    outcome.error().ifPresent(error -> span.setStatus(StatusCode.ERROR, error));
    span.end();
  }

  private static void failed(Span span, Throwable thrown) {
    if (thrown instanceof TaskParkedError) {
      span.setAttribute(OUTCOME, "Parked");
      span.end();
      return;
    }
    span.recordException(thrown);
    span.setStatus(StatusCode.ERROR);
    span.end();
  }
}
