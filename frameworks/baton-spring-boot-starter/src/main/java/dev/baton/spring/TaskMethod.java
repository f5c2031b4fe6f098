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

/** A method of a bean that runs tasks, as Spring calls it. */
final class TaskMethod implements BeanMethod {
  /** All that Spring's {@code @EnableAsync} goes by: the method returns before its work is done. */
  private static final List<String> ASYNC =
      List.of(
          "org.springframework.scheduling.annotation.Async",
          "jakarta.ejb.Asynchronous",
          "jakarta.enterprise.concurrent.Asynchronous");

  /** The scopes of Spring's web applications that a thread without a request isn't in. */
  private static final Set<String> OF_REQUESTS = Set.of("request", "session", "websocket");

  private final ConfigurableListableBeanFactory beans;
  private final String beanName;
  private final Class<?> beanClass;
  private final Method method;

  /** Whether the bean was there when the node started. */
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
   * The task of an asynchronous handler would be DONE before its work, and lost with the process.
   *
   * @throws BatonSetupException when the method, or the class of its bean, is marked
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

  /** The same by the bean's proxy: {@code @EnableAsync} may go by an annotation of one's own. */
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
            + ", itself or by its class: it would return, and its task be DONE, before the work"
            + " is done",
        "Take the annotation away: Baton runs handlers on threads of its own. For work that"
            + " ends elsewhere, let the method answer a CompletionStage<Outcome>");
  }

  /** A method that can't be called through its bean's proxies, or is called by others too. */
  private void refuseUncallable() {
    if (Modifier.isPrivate(method.getModifiers()) || Modifier.isStatic(method.getModifiers())) {
      throw refused(
          "is private or static: the bean's proxies, such as that of @Transactional, don't reach"
              + " it",
          "Make it a method of the bean that is at least package-private");
    }
    String scope = scope();
    if (OF_REQUESTS.contains(scope)) {
      throw refused(
          "is of a bean in the scope " + scope + ", and a task runs outside of any " + scope,
          "Let the bean be a singleton or a prototype");
    }
    // Several of them stand in a container, which hasAnnotation(Scheduled.class) doesn't look into.
    if (!AnnotatedElementUtils.findMergedRepeatableAnnotations(method, Scheduled.class).isEmpty()) {
      throw refused(
          "is @Scheduled: it would run on each node by its clock, beside its tasks",
          "Say @CronTask instead, which runs once in the cluster, or give the two a method each");
    }
    Object there = beans.getSingleton(beanName);
    if (there instanceof FactoryBean<?> factory) {
      // Such as the proxy of a scope, which is there before what it leads to.
      there = factory.isSingleton() ? beans.getBean(beanName) : null;
    }
    made = there != null;
    if (there != null) {
      refuseUncallable(there);
    }
  }

  /** What shows only by the bean that is called, which may be made anew for each attempt. */
  private void refuseUncallable(Object bean) {
    // Throws, with words, where a proxy of interfaces has no such method.
    Method called = AopUtils.selectInvocableMethod(method, bean.getClass());
    if (AopUtils.isCglibProxy(bean) && !isOverridable(called)) {
      throw refused(
          "is final, or package-private in another package than its bean's class, and its bean has"
              + " a proxy of a subclass: it would run without the bean's fields",
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
   * @param said null where all is as usual
   */
  TaskDefinition<?, ?> definition(String type, TypeBeans types, @Nullable HandlerSettings said) {
    refuseAsync(method, beanClass);
    refuseUncallable();
    return new HandlerMethod(this).definition(type, types, said);
  }

  /** For what runs by the clock. */
  void refusePayload() {
    new HandlerMethod(this).refusePayload();
  }

  /**
   * The task that an event becomes, of which this method is the handler.
   *
   * @param ofTheNode where events are listened to
   * @param known the type as a bean has it; null where there is none
   */
  EventTask<?> listener(
      ConfigurableListableBeanFactory ofTheNode,
      String type,
      @Nullable TaskType<?, ?> known,
      boolean transactional,
      DurableListener said) {
    if (beans != ofTheNode) {
      throw refused(
          "is a @DurableListener in a parent of the context that Baton runs in, where that context"
              + " doesn't hear the events",
          "Declare its bean in the context that Baton runs in, or Baton in its");
    }
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
