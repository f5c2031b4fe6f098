package dev.baton.quarkus.runtime;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.TaskOptions;
import dev.baton.host.HandlerMethod;
import dev.baton.host.HandlerSettings;
import dev.baton.host.TypeBeans;
import dev.baton.quarkus.CronTask;
import dev.baton.quarkus.TaskHandler;
import dev.baton.schedule.Schedule;
import io.quarkus.runtime.configuration.DurationConverter;
import jakarta.enterprise.inject.spi.DeploymentException;
import jakarta.transaction.Transactional;
import java.lang.reflect.Method;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Builds definitions and schedules from the methods with {@link TaskHandler} and {@link CronTask}.
 */
final class TaskMethods {
  private static final Set<Transactional.TxType> LEAVES_THE_TRANSACTION =
      Set.of(
          Transactional.TxType.REQUIRES_NEW,
          Transactional.TxType.NOT_SUPPORTED,
          Transactional.TxType.NEVER);

  private final TypeBeans types;
  private final List<TaskDefinition<?, ?>> definitions = new ArrayList<>();
  private final List<Schedule> schedules = new ArrayList<>();

  /**
   * @throws DeploymentException if a method can't do what its annotation says
   */
  TaskMethods(MarkedMethods marked, Iterable<TaskType<?, ?>> known, Iterable<TaskOptions> options) {
    try {
      types = new TypeBeans(known, options);
      marked.all().forEach(one -> add(ArcMethod.of(one)));
      types.requireAllTaken();
    } catch (IllegalArgumentException wrong) {
      throw new DeploymentException(wrong);
    }
  }

  List<TaskDefinition<?, ?>> definitions() {
    return definitions;
  }

  List<Schedule> schedules() {
    return schedules;
  }

  private void add(ArcMethod call) {
    TaskHandler handler = call.method().getAnnotation(TaskHandler.class);
    CronTask cron = call.method().getAnnotation(CronTask.class);
    try {
      String type = handler == null ? "" : ConfigTexts.resolved(handler.value());
      String schedule =
          cron == null || cron.name().isEmpty() ? type : ConfigTexts.resolved(cron.name());
      String taskType = type.isEmpty() ? schedule : type;
      if (taskType.isBlank()) {
        throw call.refused("has no name for its schedule", "Give @CronTask a name");
      }
      definitions.add(definition(call, taskType, handler));
      if (cron != null) {
        new HandlerMethod(call).refusePayload();
        schedules.add(
            Schedule.cron(
                    schedule,
                    ConfigTexts.resolved(cron.cron()),
                    ZoneId.of(ConfigTexts.resolved(cron.zone())))
                .adds(TaskRequest.of(TaskType.of(taskType))));
      }
    } catch (IllegalArgumentException
        | IllegalStateException
        | NoSuchElementException
        | DateTimeException wrong) {
      throw call.refused("can't run tasks: " + wrong.getMessage(), "Correct its annotation");
    }
  }

  private TaskDefinition<?, ?> definition(ArcMethod call, String type, @Nullable TaskHandler said) {
    HandlerMethod method = new HandlerMethod(call);
    if (said == null) {
      return method.definition(type, types, null);
    }
    if (said.transactional() && leavesTheTransaction(call.method(), call.beanClass())) {
      throw call.refused(
          "is transactional and has @Transactional(REQUIRES_NEW, NOT_SUPPORTED or NEVER): what it"
              + " writes would not be in the transaction of Baton, which completes the"
              + " task",
          "Remove it, or remove transactional = true from @TaskHandler");
    }
    return method.definition(type, types, settings(said));
  }

  private static HandlerSettings settings(TaskHandler said) {
    return new HandlerSettings(
        said.chunk(),
        duration(said.linger()),
        said.transactional(),
        said.concurrency(),
        said.fair(),
        said.attempts(),
        said.failWhenExhausted(),
        duration(said.deadline()),
        duration(said.keepDone()),
        said.stopWhenLost(),
        ConfigTexts.resolved(said.bucket()));
  }

  private static @Nullable Duration duration(String text) {
    return text.isEmpty() ? null : DurationConverter.parseDuration(ConfigTexts.resolved(text));
  }

  private static boolean leavesTheTransaction(Method method, Class<?> beanClass) {
    Transactional own = method.getAnnotation(Transactional.class);
    Transactional said = own == null ? beanClass.getAnnotation(Transactional.class) : own;
    return said != null && LEAVES_THE_TRANSACTION.contains(said.value());
  }
}
