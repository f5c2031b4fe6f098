package dev.baton.spring;

import dev.baton.api.TaskType;
import dev.baton.handler.TaskDefinition;
import dev.baton.host.BeanMethod;
import dev.baton.host.HandlerMethod;
import dev.baton.host.HandlerSettings;
import dev.baton.host.TypeBeans;
import dev.baton.spring.error.BatonSetupException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.interceptor.AsyncExecutionInterceptor;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.util.ReflectionUtils;

/** A method of a bean that runs tasks, called through Spring. */
final class TaskMethod implements BeanMethod {
  /**
   * The annotations that Spring's {@code @EnableAsync} recognizes: the method returns before its
   * work is done.
   */
  private static final List<String> ASYNC =
      List.of(
          "org.springframework.scheduling.annotation.Async",
          "jakarta.ejb.Asynchronous",
          "jakarta.enterprise.concurrent.Asynchronous");

  /** The scopes of Spring's web applications that don't exist on a thread without a request. */
  private static final Set<String> OF_REQUESTS = Set.of("request", "session", "websocket");

  private final ConfigurableListableBeanFactory beans;
  private final String beanName;
  private final Class<?> beanClass;
  private final Method method;

  /** True if the bean existed when the node started. */
  private boolean made;

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
   * Refuses an asynchronous handler. Its task would be DONE before the work ends, so a crash would
   * lose the work.
   *
   * @throws BatonSetupException if the method, or the class of its bean, is marked
   */
  static void refuseAsync(Method method, Class<?> beanClass) {
    for (String annotation : ASYNC) {
      if (MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).isPresent(annotation)
          || MergedAnnotations.from(beanClass, SearchStrategy.TYPE_HIERARCHY)
              .isPresent(annotation)) {
        throw async(method, "@" + annotation.substring(annotation.lastIndexOf('.') + 1));
      }
    }
  }

  /**
   * Refuses an asynchronous handler by the bean's proxy, because {@code @EnableAsync} can recognize
   * a custom annotation.
   */
  static void refuseAsync(Method method, Class<?> beanClass, Object bean) {
    if (bean instanceof Advised proxy) {
      for (Advisor advisor : proxy.getAdvisors()) {
        if (advisor instanceof PointcutAdvisor some
            && some.getAdvice() instanceof AsyncExecutionInterceptor
            && some.getPointcut().getMethodMatcher().matches(method, beanClass)) {
          throw async(method, "asynchronous");
        }
      }
    }
  }

  private static BatonSetupException async(Method method, String how) {
    return refused(
        method,
        "is "
            + how
            + ", on the method or its class: it would return, and its task would be DONE, before"
            + " the work is finished",
        "Remove the annotation: Baton runs handlers on its own threads. For work that"
            + " ends elsewhere, let the method return a CompletionStage<Outcome>");
  }

  /**
   * Refuses a method that can't be called through its bean's proxies, or that other code calls too.
   */
  private void refuseUncallable() {
    if (Modifier.isPrivate(method.getModifiers()) || Modifier.isStatic(method.getModifiers())) {
      throw refused(
          "is private or static, so the bean's proxies, such as that of @Transactional, don't apply"
              + " to it",
          "Make it an instance method that is at least package-private");
    }
    String scope = scope();
    if (OF_REQUESTS.contains(scope)) {
      throw refused(
          "belongs to a bean in the scope " + scope + ", but a task runs without a " + scope,
          "Let the bean be a singleton or a prototype");
    }
    // Java puts repeated annotations into a container, which hasAnnotation(Scheduled.class) doesn't
    // examine.
    if (!AnnotatedElementUtils.findMergedRepeatableAnnotations(method, Scheduled.class).isEmpty()) {
      throw refused(
          "is @Scheduled: it would run on every node by the clock, in addition to its tasks",
          "Use @CronTask instead, which runs once in the cluster, or use two methods");
    }
    Object there = beans.getSingleton(beanName);
    if (there instanceof FactoryBean<?> factory) {
      // An example of such a factory is the proxy of a scope. It exists before its target.
      there = factory.isSingleton() ? beans.getBean(beanName) : null;
    }
    made = there != null;
    if (there != null) {
      refuseUncallable(there);
    }
  }

  /**
   * Refuses a bean that can't be called. This is known only for an instance, which may be created
   * for each attempt.
   */
  private void refuseUncallable(Object bean) {
    // Throws a clear exception if a proxy of interfaces doesn't have the method.
    Method called = AopUtils.selectInvocableMethod(method, bean.getClass());
    if (AopUtils.isCglibProxy(bean) && !isOverridable(called)) {
      throw refused(
          "is final, or package-private in another package than its bean's class, and its bean has"
              + " a subclass proxy: it would run without the bean's fields",
          "Make it public and not final");
    }
    refuseAsync(method, beanClass, bean);
  }

  private String scope() {
    String target = ScopedProxyUtils.getTargetBeanName(beanName);
    String name = beans.containsBeanDefinition(target) ? target : beanName;
    String scope =
        beans.containsBeanDefinition(name) ? beans.getMergedBeanDefinition(name).getScope() : null;
    return scope == null ? "" : scope;
  }

  private boolean isOverridable(Method called) {
    int modifiers = called.getModifiers();
    return !Modifier.isFinal(modifiers)
        && (Modifier.isPublic(modifiers)
            || Modifier.isProtected(modifiers)
            || called.getDeclaringClass().getPackage() == beanClass.getPackage());
  }

  /**
   * @param types the types and options that are beans
   * @param said null for all defaults
   */
  TaskDefinition<?, ?> definition(String type, TypeBeans types, @Nullable HandlerSettings said) {
    refuseAsync(method, beanClass);
    refuseUncallable();
    return new HandlerMethod(this).definition(type, types, said);
  }

  /** Refuses a payload, for methods that a schedule runs. */
  void refusePayload() {
    new HandlerMethod(this).refusePayload();
  }

  /**
   * Returns the task for an event, with this method as its handler.
   *
   * @param ofTheNode the context that receives the events
   * @param known the type of a bean; null if none exists
   */
  EventTask<?> listener(
      ConfigurableListableBeanFactory ofTheNode,
      String type,
      @Nullable TaskType<?, ?> known,
      boolean transactional,
      DurableListener said) {
    if (beans != ofTheNode) {
      throw refused(
          "is a @DurableListener in a parent of Baton's context, which doesn't"
              + " receive the events",
          "Declare its bean in Baton's context, or Baton in the bean's context");
    }
    if (AnnotatedElementUtils.hasAnnotation(method, EventListener.class)) {
      throw refused(
          "is an @EventListener and a @DurableListener: it would be called for each event, and also"
              + " run as a task",
          "Remove one of the two");
    }
    return EventTask.of(this, new HandlerMethod(this).payload(transactional), type, known, said);
  }

  @Override
  public @Nullable Object invoke(@Nullable Object... arguments) throws Exception {
    // Gets the bean on each call, so that its scope is respected; a singleton is only a map lookup.
    Object bean = beans.getBean(beanName);
    if (!made) {
      refuseUncallable(bean);
    }
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
