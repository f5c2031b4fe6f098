package dev.baton.quarkus.runtime;

import dev.baton.host.BeanMethod;
import io.quarkus.arc.Arc;
import io.quarkus.arc.ArcContainer;
import io.quarkus.arc.InjectableBean;
import io.quarkus.arc.InstanceHandle;
import io.quarkus.arc.ManagedContext;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.spi.DeploymentException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A method of a bean that runs tasks, called through Quarkus's container. */
final class ArcMethod implements BeanMethod {
  private final ArcContainer container;
  private final InjectableBean<?> bean;
  private final Class<?> beanClass;
  private final Method method;
  private final ClassLoader loader;

  private ArcMethod(InjectableBean<?> bean, Class<?> beanClass, Method method) {
    this.container = Arc.container();
    this.bean = bean;
    this.beanClass = beanClass;
    this.method = method;
    this.loader = Thread.currentThread().getContextClassLoader();
  }

  static ArcMethod of(MarkedMethod marked) {
    InjectableBean<?> bean = Arc.container().bean(marked.beanId());
    if (bean == null) {
      throw new IllegalStateException("No bean exists of " + marked.beanClass());
    }
    Method method = find(loaded(marked.declaredBy()), marked.name(), marked.parameters());
    method.setAccessible(true);
    return new ArcMethod(bean, loaded(marked.beanClass()), method);
  }

  private static Class<?> loaded(String name) {
    try {
      return Class.forName(name, true, Thread.currentThread().getContextClassLoader());
    } catch (ClassNotFoundException gone) {
      throw new IllegalStateException("A class of the build is missing: " + name, gone);
    }
  }

  private static Method find(Class<?> type, String name, List<String> parameters) {
    for (Method one : type.getDeclaredMethods()) {
      if (one.getName().equals(name)
          && Arrays.stream(one.getParameterTypes())
              .map(Class::getName)
              .toList()
              .equals(parameters)) {
        return one;
      }
    }
    throw new IllegalStateException("A method of the build is missing: " + name);
  }

  @Override
  public Method method() {
    return method;
  }

  @Override
  public Class<?> beanClass() {
    return beanClass;
  }

  /** Calls the method with the application's class loader and a request context, like a request. */
  @Override
  public @Nullable Object invoke(@Nullable Object... arguments) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    ManagedContext request = container.requestContext();
    boolean begins = !request.isActive();
    thread.setContextClassLoader(loader);
    if (begins) {
      request.activate();
    }
    try {
      return called(arguments);
    } finally {
      if (begins) {
        request.terminate();
      }
      thread.setContextClassLoader(before);
    }
  }

  private @Nullable Object called(@Nullable Object[] arguments) throws Exception {
    InstanceHandle<?> instance = container.instance(bean);
    try {
      return method.invoke(instance.get(), arguments);
    } catch (InvocationTargetException thrown) {
      if (thrown.getTargetException() instanceof Exception cause) {
        throw cause;
      }
      if (thrown.getTargetException() instanceof Error error) {
        throw error;
      }
      throw thrown;
    } finally {
      if (bean.getScope() == Dependent.class) {
        instance.close();
      }
    }
  }

  @Override
  public DeploymentException refused(String why, String action) {
    return new DeploymentException(
        "The method "
            + method.getDeclaringClass().getName()
            + "."
            + method.getName()
            + " "
            + why
            + ". "
            + action);
  }
}
