package dev.baton.spring.aot;

import dev.baton.api.TaskType;
import dev.baton.handler.TaskDefinition;
import dev.baton.spring.TaskDefinitions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.type.MethodMetadata;
import org.springframework.util.ClassUtils;

/**
 * Native image hints for payloads, results and state data, which are JSON. Some of these classes
 * appear only in code, and in no annotated method. This class finds them without creating beans,
 * which could need a database. It reads the {@link TaskDefinition} and {@link TaskType} beans. It
 * also reads calls of Baton's methods in the application's packages and in classes that declare
 * {@link TaskDefinition} beans.
 */
public final class TaskTypeHints implements BeanFactoryInitializationAotProcessor {
  private static final Logger LOG = LoggerFactory.getLogger(TaskTypeHints.class);
  private static final String SCOPED_TARGET = "scopedTarget.";

  @Override
  public @Nullable BeanFactoryInitializationAotContribution processAheadOfTime(
      ConfigurableListableBeanFactory beans) {
    CarriedClasses carried = new CarriedClasses(beans.getBeanClassLoader());
    ofBeans(beans, TaskType.class, carried);
    ofBeans(beans, TaskDefinition.class, carried);
    ofPackages(beans, carried);
    ofDefinitions(beans, carried);
    Set<Class<?>> found = carried.found();
    return found.isEmpty()
        ? null
        : (generation, initialization) -> register(generation.getRuntimeHints(), found);
  }

  private static void register(RuntimeHints hints, Set<Class<?>> carried) {
    new BindingReflectionHintsRegistrar()
        .registerReflectionHints(hints.reflection(), carried.toArray(Class<?>[]::new));
  }

  private static void ofBeans(
      ConfigurableListableBeanFactory beans, Class<?> typed, CarriedClasses carried) {
    for (String name : beans.getBeanNamesForType(typed, true, false)) {
      BeanDefinition definition = beans.getMergedBeanDefinition(name);
      if (!name.startsWith(SCOPED_TARGET)) {
        carried.ofGenerics(definition.getResolvableType().as(typed));
      }
    }
  }

  private static void ofPackages(ConfigurableListableBeanFactory beans, CarriedClasses carried) {
    if (!AutoConfigurationPackages.has(beans)) {
      return;
    }
    for (String root : AutoConfigurationPackages.get(beans)) {
      String files =
          "classpath*:" + ClassUtils.convertClassNameToResourcePath(root) + "/**/*.class";
      try {
        for (Resource file : new PathMatchingResourcePatternResolver().getResources(files)) {
          carried.ofCode(file);
        }
      } catch (IOException unreadable) {
        throw new UncheckedIOException("The classes below " + root + " can't be read", unreadable);
      }
    }
  }

  /**
   * Collects the classes of all definitions. The classes that declare them may be in a library,
   * outside of the application's packages.
   */
  private static void ofDefinitions(ConfigurableListableBeanFactory beans, CarriedClasses carried) {
    for (Class<?> kind : List.of(TaskDefinition.class, TaskDefinitions.class)) {
      for (String name : beans.getBeanNamesForType(kind, true, false)) {
        BeanDefinition definition = beans.getMergedBeanDefinition(name);
        boolean seen = takesTypeBeans(definition) || saysItsPayload(definition);
        for (String className : declaring(beans, name)) {
          seen |= carried.ofDeclaring(className);
        }
        if (!seen) {
          LOG.warn(
              "The payloads of the {} bean '{}' are unknown before the bean is created: a native"
                  + " image reads them only if their TaskType is a constant or a bean, or if"
                  + " @RegisterReflectionForBinding names them. Ignore this warning if they are"
                  + " bytes or text",
              kind.getSimpleName(),
              name);
        }
      }
    }
  }

  /**
   * Returns whether the bean's own type contains the payload, as {@code TaskDefinition<Payout,
   * Void>} does.
   */
  private static boolean saysItsPayload(BeanDefinition definition) {
    return definition.getResolvableType().as(TaskDefinition.class).getGeneric(0).resolve() != null;
  }

  private static boolean takesTypeBeans(BeanDefinition definition) {
    Method method =
        definition instanceof RootBeanDefinition root ? root.getResolvedFactoryMethod() : null;
    return method != null && List.of(method.getParameterTypes()).contains(TaskType.class);
  }

  /** Returns the classes whose code creates the bean. */
  private static Set<String> declaring(ConfigurableListableBeanFactory beans, String name) {
    Set<String> classes = new LinkedHashSet<>();
    BeanDefinition definition = beans.getBeanDefinition(name);
    MethodMetadata method =
        definition instanceof AnnotatedBeanDefinition annotated
            ? annotated.getFactoryMethodMetadata()
            : null;
    if (method != null) {
      classes.add(method.getDeclaringClassName());
    }
    Class<?> made = beans.getMergedBeanDefinition(name).getResolvableType().resolve();
    if (made != null && made != TaskDefinition.class && made != TaskDefinitions.class) {
      classes.add(ClassUtils.getUserClass(made).getName());
    }
    return classes;
  }
}
