package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.handler.Attempt;
import dev.baton.spring.boot.observe.BatonObservationAutoConfiguration;
import dev.baton.spring.boot.observe.TaskObservations;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/**
 * Tests that adds and attempts are observed, and that an attempt belongs to the trace of its task's
 * add.
 */
@Tag("deep")
class ObservationsTest {
  private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  private final Tracer tracer = new Tracer();
  private final ObservationRegistry registry = ObservationRegistry.create();

  private final ApplicationContextRunner runner =
      TestContexts.onH2()
          .withConfiguration(AutoConfigurations.of(BatonObservationAutoConfiguration.class))
          .withBean(ObservationRegistry.class, () -> registry)
          .withBean(Handlers.class);

  /** Writes a trace into carriers and reads it, like the handlers of Micrometer Tracing. */
  static final class Tracer implements ObservationHandler<Observation.Context> {
    final List<Observation.Context> stopped = new CopyOnWriteArrayList<>();

    @Override
    @SuppressWarnings("unchecked")
    public void onStart(Observation.Context context) {
      if (context instanceof SenderContext<?> sender) {
        SenderContext<Object> any = (SenderContext<Object>) sender;
        any.getSetter().set(any.getCarrier(), "traceparent", TRACE);
      } else if (context instanceof ReceiverContext<?> receiver) {
        ReceiverContext<Object> any = (ReceiverContext<Object>) receiver;
        context.put("parent", any.getGetter().get(any.getCarrier(), "traceparent"));
      }
    }

    @Override
    public void onStop(Observation.Context context) {
      stopped.add(context);
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
      return true;
    }

    Observation.Context ended(String name, String outcome) {
      return Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () ->
                  stopped.stream()
                      .filter(one -> one.getName().equals(name))
                      .filter(
                          one ->
                              outcome.isEmpty()
                                  || one.getLowCardinalityKeyValue("baton.outcome")
                                      .getValue()
                                      .equals(outcome))
                      .findFirst(),
              Optional::isPresent)
          .orElseThrow();
    }
  }

  static final class Handlers {
    private final ObservationRegistry registry;
    private int calls;

    Handlers(ObservationRegistry registry) {
      this.registry = registry;
    }

    @TaskHandler(value = "PAY", attempts = 2)
    void pay(Attempt attempt) throws IOException {
      assertThat(registry.getCurrentObservation()).isNotNull();
      if (++calls == 1) {
        throw new IOException("busy");
      }
    }
  }

  @Test
  void eachAttemptIsObservedInTheTraceOfItsAdd() {
    registry.observationConfig().observationHandler(tracer);
    runner.run(
        context -> {
          context.getBean(Tasks.class).add(TaskRequest.of(TaskType.of("PAY")));
          Observation.Context done = tracer.ended("baton.task.run", "done");
          assertThat(done.<String>get("parent")).isEqualTo(TRACE);
          assertThat(done.getLowCardinalityKeyValue("baton.type").getValue()).isEqualTo("PAY");
          assertThat(done.getHighCardinalityKeyValue("baton.attempt").getValue()).isEqualTo("2");
          Observation.Context thrown = tracer.ended("baton.task.run", "thrown");
          assertThat(thrown.getError()).isInstanceOf(IOException.class);
          assertThat(thrown.<String>get("parent")).isEqualTo(TRACE);
          assertThat(tracer.ended("baton.task.add", "").getContextualName()).isEqualTo("PAY add");
        });
  }

  @Test
  void numberOfTypesIsBounded() {
    registry.observationConfig().observationHandler(tracer);
    TaskObservations observations = new TaskObservations(registry);
    for (int i = 0; i < 200; i++) {
      observations.decorate(TaskRequest.of(TaskType.of("TYPE_" + i)));
    }
    assertThat(
            tracer.stopped.stream()
                .map(one -> one.getLowCardinalityKeyValue("baton.type").getValue())
                .distinct())
        .hasSize(101)
        .contains("(others)");
  }

  @Test
  void withoutObservationsNothingIsCarried() {
    assertThat(
            new TaskObservations(registry).decorate(TaskRequest.of(TaskType.of("PAY"))).context())
        .isEmpty();
  }
}
