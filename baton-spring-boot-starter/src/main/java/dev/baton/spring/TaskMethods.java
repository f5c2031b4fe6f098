package dev.baton.spring;

import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.schedule.Schedule;
import dev.baton.spring.error.BatonSetupException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Finds the methods of beans that {@link TaskHandler}, {@link CronTask} and {@link DurableListener}
 * mark. Looks at bean definitions, so that lazy beans are found too.
 */
final class TaskMethods {
  private static final List<Class<? extends Annotation>> MARKS =
      List.of(TaskHandler.class, CronTask.class, DurableListener.class);

  private final ConfigurableListableBeanFactory beans;
  private final Map<String, TaskType<?, ?>> types = new LinkedHashMap<>();
  private final List<TaskDefinition> definitions = new ArrayList<>();
  private final List<Schedule> schedules = new ArrayList<>();
  private final List<EventTask<?>> listeners = new ArrayList<>();

  private TaskMethods(ConfigurableListableBeanFactory beans) {
    this.beans = beans;
  }

  /**
   * @throws BatonSetupException when a method can't be what its annotation says
   */
  static TaskMethods of(ConfigurableListableBeanFactory beans) {
    TaskMethods found = new TaskMethods(beans);
    beans.getBeanProvider(TaskType.class).forEach(type -> found.types.put(type.name(), type));
    for (String name : beans.getBeanNamesForType(Object.class, true, false)) {
      if (!ScopedProxyUtils.isScopedTarget(name)) {
        found.lookAt(name);
      }
    }
    return found;
  }

  List<TaskDefinition> definitions() {
    return definitions;
  }

  List<Schedule> schedules() {
    return schedules;
  }

  List<EventTask<?>> listeners() {
    return listeners;
  }

  private void lookAt(String beanName) {
    Class<?> type = AutoProxyUtils.determineTargetClass(beans, beanName);
    if (type == null || !AnnotationUtils.isCandidateClass(type, MARKS)) {
      return;
    }
    for (Method method : MethodIntrospector.selectMethods(type, TaskMethods::isMarked)) {
      add(beanName, type, method);
    }
  }

  private static boolean isMarked(Method method) {
    return MARKS.stream().anyMatch(mark -> AnnotatedElementUtils.hasAnnotation(method, mark));
  }

  private void add(String beanName, Class<?> beanClass, Method method) {
    TaskHandler handler = AnnotatedElementUtils.findMergedAnnotation(method, TaskHandler.class);
    CronTask cron = AnnotatedElementUtils.findMergedAnnotation(method, CronTask.class);
    String type = handler == null ? "" : resolved(handler.value());
    String schedule = cron == null || cron.name().isEmpty() ? type : resolved(cron.name());
    String taskType = type.isEmpty() ? schedule : type;
    TaskMethod call = new TaskMethod(beans, beanName, beanClass, method);
    DurableListener listener =
        AnnotatedElementUtils.findMergedAnnotation(method, DurableListener.class);
    if (listener != null && handler == null) {
      throw call.refused(
          "is a @DurableListener and no @TaskHandler",
          "Add @TaskHandler with the name under which its tasks are stored");
    }
    if (taskType.isBlank()) {
      throw call.refused("has no name to be stored under", "Give @CronTask a name");
    }
    try {
      boolean transactional = handler != null && handler.transactional();
      if (transactional) {
        refuseOwnTransaction(call, method);
      }
      definitions.add(
          call.definition(
              taskType,
              types.get(taskType),
              handler == null ? null : new SaidByHandler(handler, this::resolved)));
      if (listener != null) {
        listeners.add(call.listener(taskType, types.get(taskType), transactional, listener));
      }
      if (cron != null) {
        schedules.add(
            Schedule.cron(schedule, resolved(cron.cron()), ZoneId.of(resolved(cron.zone())))
                .runs(TaskRequest.of(taskType)));
      }
    } catch (IllegalArgumentException | IllegalStateException | DateTimeException wrong) {
      throw call.refused("can't run tasks: " + wrong.getMessage(), "Mend its annotation");
    }
  }

  private static void refuseOwnTransaction(TaskMethod call, Method method) {
    if (leavesTheTransaction(method)) {
      throw call.refused(
          "says @Transactional(propagation = REQUIRES_NEW, NOT_SUPPORTED or NEVER): what it"
              + " writes would not be in the transaction that Baton has begun, which completes"
              + " the task",
          "Take it away, or @TaskHandler(transactional = true)");
    }
    if (asksForIsolation(method)) {
      throw call.refused(
          "says @Transactional(isolation = ...), which has no effect in the transaction that"
              + " Baton has begun",
          "Take it away; SpringTransactions.of(dataSource, manager, isolation) as a bean says the"
              + " isolation of all transactional handlers");
    }
  }

  private static boolean asksForIsolation(Method method) {
    Transactional said = transactional(method);
    return said != null && said.isolation() != Isolation.DEFAULT;
  }

  private static boolean leavesTheTransaction(Method method) {
    Transactional said = transactional(method);
    return said != null
        && Set.of(Propagation.REQUIRES_NEW, Propagation.NOT_SUPPORTED, Propagation.NEVER)
            .contains(said.propagation());
  }

  private static @Nullable Transactional transactional(Method method) {
    Transactional own = AnnotatedElementUtils.findMergedAnnotation(method, Transactional.class);
    return own == null
        ? AnnotatedElementUtils.findMergedAnnotation(
            method.getDeclaringClass(), Transactional.class)
        : own;
  }

  private String resolved(String text) {
    @Nullable String resolved = beans.resolveEmbeddedValue(text);
    return resolved == null ? "" : resolved;
  }
}
