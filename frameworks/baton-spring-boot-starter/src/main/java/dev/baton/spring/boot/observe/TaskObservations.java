package dev.baton.spring.boot.observe;

import dev.baton.api.TaskRequest;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.hook.AddDecorator;
import dev.baton.hook.TaskInterceptor;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Observes adds ({@code baton.task.add}) and attempts ({@code baton.task.run}). The trace context
 * of the add travels with the task, so each attempt on any node belongs to the trace of the code
 * that added it. Types beyond the first hundred are observed under one name. Thread-safe.
 */
public final class TaskObservations implements AddDecorator, TaskInterceptor {
  private static final int MAX_TYPES = 100;
  private static final String TYPE = "baton.type";

  private final ObservationRegistry registry;
  private final Set<String> types = ConcurrentHashMap.newKeySet();

  public TaskObservations(ObservationRegistry registry) {
    this.registry = registry;
  }

  @Override
  public TaskRequest<?, ?> decorate(TaskRequest<?, ?> request) {
    if (registry.isNoop()) {
      return request;
    }
    Map<String, String> carried = new HashMap<>();
    SenderContext<Map<String, String>> context =
        new SenderContext<>((to, name, value) -> set(to, name, value), Kind.PRODUCER);
    context.setCarrier(carried);
    Observation.createNotStarted("baton.task.add", () -> context, registry)
        .contextualName(request.type().name() + " add")
        .lowCardinalityKeyValue(type(request.type().name()))
        .start()
        .stop();
    TaskRequest<?, ?> with = request;
    for (Map.Entry<String, String> entry : carried.entrySet()) {
      with = with.context(entry.getKey(), entry.getValue());
    }
    return with;
  }

  private static void set(@Nullable Map<String, String> to, String name, String value) {
    if (to != null) {
      to.put(name, value);
    }
  }

  @Override
  public CompletionStage<Outcome<?>> around(Attempt attempt, Inner inner) throws Exception {
    if (registry.isNoop()) {
      return inner.proceed();
    }
    Observation observation = begin(attempt);
    try (Observation.Scope scope = observation.openScope()) {
      return inner.proceed().whenComplete((outcome, error) -> end(observation, outcome, error));
    } catch (Throwable failed) {
      end(observation, null, failed);
      throw failed;
    }
  }

  private Observation begin(Attempt attempt) {
    ReceiverContext<Map<String, String>> context = new ReceiverContext<>(Map::get, Kind.CONSUMER);
    context.setCarrier(attempt.context());
    return Observation.createNotStarted("baton.task.run", () -> context, registry)
        .contextualName(attempt.type() + " run")
        .lowCardinalityKeyValue(type(attempt.type()))
        .highCardinalityKeyValue("baton.task", attempt.taskId().toString())
        .highCardinalityKeyValue("baton.attempt", String.valueOf(attempt.number()))
        .start();
  }

  private static void end(
      Observation observation, @Nullable Outcome<?> outcome, @Nullable Throwable error) {
    if (error != null) {
      observation.error(error);
    }
    String ended =
        outcome == null ? "thrown" : outcome.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    observation.lowCardinalityKeyValue("baton.outcome", ended).stop();
  }

  /**
   * Returns the type's name for the first hundred types only, so that types with ids in their names
   * don't fill the memory of the monitoring.
   */
  private KeyValue type(String type) {
    if (types.size() < MAX_TYPES) {
      types.add(type);
    }
    return KeyValue.of(TYPE, types.contains(type) ? type : "(others)");
  }
}
