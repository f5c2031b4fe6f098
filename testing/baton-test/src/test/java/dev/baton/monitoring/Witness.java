package dev.baton.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.metrics.BatonMetrics;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.Operations;
import dev.baton.operate.PastAttempt;
import dev.baton.test.TestBaton;
import dev.baton.test.TestTask;
import dev.baton.tracing.BatonTracing;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** A cluster and all its output: logs, listeners, interceptors, meters, traces and records. */
final class Witness implements AutoCloseable {
  private final List<String> told = new CopyOnWriteArrayList<>();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final Logger baton = (Logger) LoggerFactory.getLogger("dev.baton");
  private final Logger failures = (Logger) LoggerFactory.getLogger("dev.baton.failures");
  private final Level failuresBefore = failures.getLevel();
  private final TestBaton cluster;

  Witness(TaskDefinition<?, ?>... definitions) {
    log.start();
    root.addAppender(log);
    baton.setLevel(Level.DEBUG);
    failures.setLevel(Level.DEBUG);
    // The output is recorded, not printed.
    failures.setAdditive(false);
    failures.addAppender(log);
    BatonMetrics metrics = new BatonMetrics(meters);
    BatonTracing tracing =
        BatonTracing.of(
            OpenTelemetrySdk.builder()
                .setTracerProvider(
                    SdkTracerProvider.builder()
                        .addSpanProcessor(SimpleSpanProcessor.create(spans))
                        .build())
                .build());
    cluster =
        TestBaton.inMemory()
            .define(definitions)
            .configure(
                node ->
                    node.decorator(tracing)
                        .interceptor(tracing)
                        .interceptor((attempt, inner) -> watched(inner::proceed))
                        .listener(metrics)
                        .listener(event -> told.add(event.toString())))
            .start();
    metrics.watch(cluster.baton());
  }

  private CompletionStage<Outcome<?>> watched(Callable<CompletionStage<Outcome<?>>> inner)
      throws Exception {
    try {
      return inner
          .call()
          .whenComplete(
              (outcome, broken) -> told.add(broken == null ? outcome.toString() : text(broken)));
    } catch (Exception broken) {
      told.add(text(broken));
      throw broken;
    }
  }

  TestBaton cluster() {
    return cluster;
  }

  /** Runs code that must fail, and keeps the exception. */
  void failing(Callable<?> work) {
    try {
      work.call();
    } catch (Exception broken) {
      told.add(text(broken));
      return;
    }
    throw new AssertionError("It went well");
  }

  /** Includes all causes and suppressed exceptions. */
  private static String text(Throwable broken) {
    StringWriter all = new StringWriter();
    broken.printStackTrace(new PrintWriter(all));
    return all.toString();
  }

  /** Checks that output with this name exists and that none of it contains the secret. */
  void heard(String what, String secret) {
    Operations operations = cluster.baton().operations();
    for (TestTask task : cluster.all()) {
      told.add(task.toString());
      told.add(String.valueOf(task.lastError()));
      told.add(operations.task(task.id()).explain().toString());
      operations.task(task.id()).attempts().stream().map(PastAttempt::toString).forEach(told::add);
      told.add(cluster.tasks().handle(TaskType.of(task.type()), task.id()).progress().toString());
    }
    told.add(operations.audit(AuditFilter.all()).page(100).toString());
    told.add(cluster.baton().schedules().list().page(100).items().toString());
    told.add(meters.getMetersAsString());
    spans.getFinishedSpanItems().forEach(span -> told.add(span + " " + span.getEvents()));
    for (ILoggingEvent event : List.copyOf(log.list)) {
      told.add(event.getFormattedMessage() + event.getMDCPropertyMap());
      if (event.getThrowableProxy() != null) {
        told.add(ThrowableProxyUtil.asString(event.getThrowableProxy()));
      }
    }
    assertThat(told).as("what is told of it").anyMatch(one -> one.contains(what));
    assertThat(told).noneMatch(one -> one.contains(secret));
  }

  @Override
  public void close() {
    cluster.close();
    baton.setLevel(null);
    failures.setLevel(failuresBefore);
    failures.setAdditive(true);
    failures.detachAppender(log);
    root.detachAppender(log);
  }
}
