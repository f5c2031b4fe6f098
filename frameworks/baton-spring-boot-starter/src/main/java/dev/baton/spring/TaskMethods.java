package dev.baton.spring;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.TaskOptions;
import dev.baton.host.HandlerSettings;
import dev.baton.host.TypeBeans;
import dev.baton.schedule.Schedule;
import dev.baton.spring.error.BatonSetupException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.format.annotation.DurationFormat;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/**
 * Finds the methods of beans with {@link TaskHandler}, {@link CronTask} and {@link
 * DurableListener}. Reads bean definitions, so that it finds lazy beans too.
 */
final class TaskMethods {
  private static final List<Class<? extends Annotation>> MARKS =
      List.of(TaskHandler.class, CronTask.class, DurableListener.class);

  private final ConfigurableListableBeanFactory beans;
  private final TypeBeans types;
  private final List<TaskDefinition<?, ?>> definitions = new ArrayList<>();
  private final List<Schedule> schedules = new ArrayList<>();
  private final List<EventTask<?>> listeners = new ArrayList<>();
  private final List<OwnTransaction> transactional = new ArrayList<>();

  private TaskMethods(ConfigurableListableBeanFactory beans, TypeBeans types) {
    this.beans = beans;
    this.types = types;
  }

  /**
   * @throws BatonSetupException if a method can't do what its annotation says
   */
  static TaskMethods of(ConfigurableListableBeanFactory beans) {
    List<TaskType<?, ?>> types = new ArrayList<>();
    beans.getBeanProvider(TaskType.class).forEach(types::add);
    try {
      TypeBeans known =
          new TypeBeans(types, beans.getBeanProvider(TaskOptions.class).orderedStream().toList());
      TaskMethods found = new TaskMethods(beans, known);
      eachMarked(beans, found::add);
      known.requireAllTaken();
      return found;
    } catch (IllegalArgumentException wrong) {
      throw new BatonSetupException(String.valueOf(wrong.getMessage()), "Follow the message");
    }
  }

  /** Returns all annotated methods, also those that can't run tasks. */
  static List<TaskMethod> marked(ConfigurableListableBeanFactory beans) {
    List<TaskMethod> marked = new ArrayList<>();
    eachMarked(beans, marked::add);
    return marked;
  }

  private static void eachMarked(
      ConfigurableListableBeanFactory beans, Consumer<TaskMethod> consumer) {
    Set<String> seen = new HashSet<>();
    // Also searches parent contexts, as for TaskDefinition beans.
    for (BeanFactory some = beans;
        some instanceof ConfigurableListableBeanFactory its;
        some = its.getParentBeanFactory()) {
      for (String name : its.getBeanNamesForType(Object.class, true, false)) {
        if (seen.add(name) && !ScopedProxyUtils.isScopedTarget(name)) {
          eachMarked(its, name, consumer);
        }
      }
    }
  }

  List<TaskDefinition<?, ?>> definitions() {
    return definitions;
  }

  List<Schedule> schedules() {
    return schedules;
  }

  List<EventTask<?>> listeners() {
    return listeners;
  }

  /**
   * @throws BatonSetupException if a transactional method uses a transaction of another database
   *     than Baton's
   */
  void refuseOtherDatabases(BatonDatabase database) {
    transactional.forEach(one -> one.refuseElsewhere(beans, database));
  }

  private static void eachMarked(
      ConfigurableListableBeanFactory its, String beanName, Consumer<TaskMethod> consumer) {
    Class<?> type = AutoProxyUtils.determineTargetClass(its, beanName);
    if (type == null || !AnnotationUtils.isCandidateClass(type, MARKS)) {
      return;
    }
    for (Method method : MethodIntrospector.selectMethods(type, TaskMethods::isMarked)) {
      consumer.accept(new TaskMethod(its, beanName, type, method));
    }
  }

  private void add(TaskMethod call) {
    try {
      add(call, call.method());
    } catch (IllegalArgumentException | IllegalStateException | DateTimeException wrong) {
      throw call.refused("can't run tasks: " + wrong.getMessage(), "Correct its annotation");
    }
  }

  private static boolean isMarked(Method method) {
    return MARKS.stream().anyMatch(mark -> AnnotatedElementUtils.hasAnnotation(method, mark));
  }

  private void add(TaskMethod call, Method method) {
    TaskHandler handler = AnnotatedElementUtils.findMergedAnnotation(method, TaskHandler.class);
    CronTask cron = AnnotatedElementUtils.findMergedAnnotation(method, CronTask.class);
    String type = handler == null ? "" : resolved(handler.value());
    String schedule = cron == null || cron.name().isEmpty() ? type : resolved(cron.name());
    String taskType = type.isEmpty() ? schedule : type;
    DurableListener listener =
        AnnotatedElementUtils.findMergedAnnotation(method, DurableListener.class);
    if (listener != null && handler == null) {
      throw call.refused(
          "is a @DurableListener but not a @TaskHandler",
          "Add @TaskHandler with the type of its tasks");
    }
    if (taskType.isBlank()) {
      throw call.refused("has no name for its schedule", "Give @CronTask a name");
    }
    boolean isTransactional = handler != null && handler.transactional();
    if (isTransactional) {
      OwnTransaction own = OwnTransaction.of(call);
      own.refuseApart();
      transactional.add(own);
    }
    TaskType<?, ?> known = types.find(taskType).orElse(null);
    definitions.add(call.definition(taskType, types, handler == null ? null : settings(handler)));
    if (listener != null) {
      listeners.add(call.listener(beans, taskType, known, isTransactional, listener));
    }
    if (cron != null) {
      call.refusePayload();
      schedules.add(
          Schedule.cron(schedule, resolved(cron.cron()), ZoneId.of(resolved(cron.zone())))
              .adds(TaskRequest.of(TaskType.of(taskType))));
    }
  }

  private HandlerSettings settings(TaskHandler said) {
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
        resolved(said.bucket()));
  }

  private @Nullable Duration duration(String text) {
    return text.isEmpty()
        ? null
        : DurationFormatterUtils.detectAndParse(resolved(text), DurationFormat.Unit.SECONDS);
  }

  private String resolved(String text) {
    @Nullable String resolved = beans.resolveEmbeddedValue(text);
    if (resolved != null && resolved.contains("${")) {
      // Without a PropertySourcesPlaceholderConfigurer, Spring doesn't replace placeholders.
      throw new IllegalArgumentException("no property exists for " + resolved);
    }
    return resolved == null ? "" : resolved;
  }
}
