package dev.baton.spring;

import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.schedule.Schedule;
import dev.baton.host.TypeBeans;
import dev.baton.spring.error.BatonSetupException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;

/**
 * Finds the methods of beans that {@link TaskHandler}, {@link CronTask} and {@link DurableListener}
 * mark. Looks at bean definitions, so that lazy beans are found too.
 */
final class TaskMethods {
  private static final List<Class<? extends Annotation>> MARKS =
      List.of(TaskHandler.class, CronTask.class, DurableListener.class);

  /** What goes by {@code @Transactional}, Spring's or Jakarta's. */
  private static final TransactionAttributeSource TRANSACTIONS =
      new AnnotationTransactionAttributeSource(false);

  private static final Set<Integer> LEAVES_THE_TRANSACTION =
      Set.of(
          TransactionDefinition.PROPAGATION_REQUIRES_NEW,
          TransactionDefinition.PROPAGATION_NOT_SUPPORTED,
          TransactionDefinition.PROPAGATION_NEVER);

  private final ConfigurableListableBeanFactory beans;
  private final TypeBeans types;
  private final List<TaskDefinition> definitions = new ArrayList<>();
  private final List<Schedule> schedules = new ArrayList<>();
  private final List<EventTask<?>> listeners = new ArrayList<>();

  private TaskMethods(ConfigurableListableBeanFactory beans, TypeBeans types) {
    this.beans = beans;
    this.types = types;
  }

  /**
   * @throws BatonSetupException when a method can't be what its annotation says
   */
  static TaskMethods of(ConfigurableListableBeanFactory beans) {
    TaskMethods found = new TaskMethods(beans, types(beans));
    Set<String> seen = new HashSet<>();
    // Parents too, as for beans of class TaskDefinition.
    for (BeanFactory some = beans;
        some instanceof ConfigurableListableBeanFactory its;
        some = its.getParentBeanFactory()) {
      for (String name : its.getBeanNamesForType(Object.class, true, false)) {
        if (seen.add(name) && !ScopedProxyUtils.isScopedTarget(name)) {
          found.lookAt(its, name);
        }
      }
    }
    return found;
  }

  private static TypeBeans types(ConfigurableListableBeanFactory beans) {
    List<TaskType<?, ?>> types = new ArrayList<>();
    beans.getBeanProvider(TaskType.class).forEach(types::add);
    try {
      return new TypeBeans(types);
    } catch (IllegalArgumentException twice) {
      throw new BatonSetupException(String.valueOf(twice.getMessage()), "Do as it says");
    }
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

  private void lookAt(ConfigurableListableBeanFactory its, String beanName) {
    Class<?> type = AutoProxyUtils.determineTargetClass(its, beanName);
    if (type == null || !AnnotationUtils.isCandidateClass(type, MARKS)) {
      return;
    }
    for (Method method : MethodIntrospector.selectMethods(type, TaskMethods::isMarked)) {
      TaskMethod call = new TaskMethod(its, beanName, type, method);
      try {
        add(call, method);
      } catch (IllegalArgumentException | IllegalStateException | DateTimeException wrong) {
        throw call.refused("can't run tasks: " + wrong.getMessage(), "Mend its annotation");
      }
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
          "is a @DurableListener and no @TaskHandler",
          "Add @TaskHandler with the name under which its tasks are stored");
    }
    if (taskType.isBlank()) {
      throw call.refused("has no name to be stored under", "Give @CronTask a name");
    }
    boolean transactional = handler != null && handler.transactional();
    if (transactional) {
      refuseOwnTransaction(call);
    }
    TaskType<?, ?> known = types.find(taskType).orElse(null);
    definitions.add(
        call.definition(
            taskType, known, handler == null ? null : new SaidByHandler(handler, this::resolved)));
    if (listener != null) {
      listeners.add(call.listener(beans, taskType, known, transactional, listener));
    }
    if (cron != null) {
      call.refusePayload();
      schedules.add(
          Schedule.cron(schedule, resolved(cron.cron()), ZoneId.of(resolved(cron.zone())))
              .runs(TaskRequest.of(taskType)));
    }
  }

  private static void refuseOwnTransaction(TaskMethod call) {
    TransactionAttribute said =
        TRANSACTIONS.getTransactionAttribute(call.method(), call.beanClass());
    if (said == null) {
      return;
    }
    if (LEAVES_THE_TRANSACTION.contains(said.getPropagationBehavior())) {
      throw call.refused(
          "says @Transactional(propagation = REQUIRES_NEW, NOT_SUPPORTED or NEVER): what it"
              + " writes would not be in the transaction that Baton has begun, which completes"
              + " the task",
          "Take it away, or @TaskHandler(transactional = true)");
    }
    if (said.getIsolationLevel() != TransactionDefinition.ISOLATION_DEFAULT) {
      throw call.refused(
          "says @Transactional(isolation = ...), which has no effect in the transaction that"
              + " Baton has begun",
          "Take it away; SpringTransactions.of(dataSource, manager, isolation) as a bean says the"
              + " isolation of all transactional handlers");
    }
  }

  private String resolved(String text) {
    @Nullable String resolved = beans.resolveEmbeddedValue(text);
    if (resolved != null && resolved.contains("${")) {
      // Without a PropertySourcesPlaceholderConfigurer Spring lets it stand.
      throw new IllegalArgumentException("there is no property for " + resolved);
    }
    return resolved == null ? "" : resolved;
  }
}
