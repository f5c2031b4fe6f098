package dev.baton.spring;

import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskType;
import dev.baton.host.BeanMethod;
import dev.baton.host.HandlerMethod;
import dev.baton.host.HandlerSettings;
import dev.baton.spring.error.BatonSetupException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.util.ReflectionUtils;

/** A method of a bean that runs tasks, as Spring calls it. */
final class TaskMethod implements BeanMethod {
  /** All that Spring's {@code @EnableAsync} goes by: the method returns before its work is done. */
  private static final List<String> ASYNC =
      List.of(
          "org.springframework.scheduling.annotation.Async",
          "jakarta.ejb.Asynchronous",
          "jakarta.enterprise.concurrent.Asynchronous");

  private final ConfigurableListableBeanFactory beans;
  private final String beanName;
  private final Class<?> beanClass;
  private final Method method;

  TaskMethod(
      ConfigurableListableBeanFactory beans, String beanName, Class<?> beanClass, Method method) {
    this.beans = beans;
    this.beanName = beanName;
    this.beanClass = beanClass;
    this.method = method;
  }

  @Override
  public Method method() {
    return method;
  }

  @Override
  public Class<?> beanClass() {
    return beanClass;
  }

  @Override
  public BatonSetupException refused(String why, String action) {
    return refused(method, why, action);
  }

  static BatonSetupException refused(Method method, String why, String action) {
    return new BatonSetupException(
        "The method " + method.getDeclaringClass().getName() + "." + method.getName() + " " + why,
        action);
  }

  /**
   * The task of an asynchronous handler would be DONE before its work, and lost with the process.
   *
   * @throws BatonSetupException when the method, or the class of its bean, is marked
   */
  static void refuseAsync(Method method, Class<?> beanClass) {
    for (String annotation : ASYNC) {
      if (MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).isPresent(annotation)
          || MergedAnnotations.from(beanClass, SearchStrategy.TYPE_HIERARCHY)
              .isPresent(annotation)) {
        throw refused(
            method,
            "is @"
                + annotation.substring(annotation.lastIndexOf('.') + 1)
                + ", itself or by its class: it would return, and its task be DONE, before the work"
                + " is done",
            "Take the annotation away: Baton runs handlers on threads of its own. For work that"
                + " ends elsewhere, let the method answer a CompletionStage<Outcome>");
      }
    }
  }

  /** A method that can't be called through its bean's proxies, or is called by others too. */
  private void refuseUncallable() {
    if (Modifier.isPrivate(method.getModifiers()) || Modifier.isStatic(method.getModifiers())) {
      throw refused(
          "is private or static: the bean's proxies, such as that of @Transactional, don't reach"
              + " it",
          "Make it a method of the bean that is at least package-private");
    }
    if (AnnotatedElementUtils.hasAnnotation(method, Scheduled.class)) {
      throw refused(
          "is @Scheduled: it would run on each node by its clock, beside its tasks",
          "Say @CronTask instead, which runs once in the cluster, or give the two a method each");
    }
    Object bean = beans.getSingleton(beanName);
    if (bean == null) {
      return; // It is made later, or anew each time.
    }
    // Throws, with words, where a proxy of interfaces has no such method.
    Method called = AopUtils.selectInvocableMethod(method, bean.getClass());
    if (AopUtils.isCglibProxy(bean) && Modifier.isFinal(called.getModifiers())) {
      throw refused(
          "is final, and its bean has a proxy of a subclass: it would run without the bean's"
              + " fields",
          "Make it not final");
    }
  }

  /**
   * @param known the type as a bean has it; null where there is none
   * @param said null where all is as usual
   */
  TaskDefinition definition(
      String type, @Nullable TaskType<?, ?> known, @Nullable HandlerSettings said) {
    refuseAsync(method, beanClass);
    refuseUncallable();
    HandlerMethod handler = new HandlerMethod(this);
    return said == null
        ? handler.definition(type, known, false)
        : handler.definition(type, known, said);
  }

  /**
   * The task that an event becomes, of which this method is the handler.
   *
   * @param known the type as a bean has it; null where there is none
   */
  EventTask<?> listener(
      String type, @Nullable TaskType<?, ?> known, boolean transactional, DurableListener said) {
    if (AnnotatedElementUtils.hasAnnotation(method, EventListener.class)) {
      throw refused(
          "is an @EventListener and a @DurableListener: it would be called for each event, and run"
              + " as a task for it too",
          "Take one of the two away");
    }
    return EventTask.of(this, new HandlerMethod(this).payload(transactional), type, known, said);
  }

  @Override
  public @Nullable Object invoke(@Nullable Object... arguments) throws Exception {
    // Each time, so that the bean's scope is kept; a singleton is a look into a map.
    Object bean = beans.getBean(beanName);
    Method called = AopUtils.selectInvocableMethod(method, bean.getClass());
    ReflectionUtils.makeAccessible(called);
    try {
      return called.invoke(bean, arguments);
    } catch (InvocationTargetException thrown) {
      if (thrown.getTargetException() instanceof Exception cause) {
        throw cause;
      }
      if (thrown.getTargetException() instanceof Error error) {
        throw error;
      }
      throw thrown;
    }
  }
}
