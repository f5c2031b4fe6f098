package dev.baton.spring;

import dev.baton.api.TaskType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.type.classreading.MetadataReaderFactory;
import org.springframework.core.type.classreading.SimpleMetadataReaderFactory;
import org.springframework.util.ClassUtils;

/**
 * In a native image: payloads and results are JSON, and of those that no marked method names only
 * types tell. Found without making a bean, which could need a database: {@link TypedTaskHandler}
 * and {@link TaskType} beans, and the constants of class {@link TaskType} in the application's
 * packages.
 */
final class TaskTypeHints implements BeanFactoryInitializationAotProcessor {
  private static final String SCOPED_TARGET = "scopedTarget.";

  @Override
  public @Nullable BeanFactoryInitializationAotContribution processAheadOfTime(
      ConfigurableListableBeanFactory beans) {
    Set<Class<?>> carried = new LinkedHashSet<>();
    ofBeans(beans, TaskType.class, carried);
    ofBeans(beans, TypedTaskHandler.class, carried);
    ofConstants(beans, carried);
    return carried.isEmpty()
        ? null
        : (generation, initialization) -> register(generation.getRuntimeHints(), carried);
  }

  private static void register(RuntimeHints hints, Set<Class<?>> carried) {
    new BindingReflectionHintsRegistrar()
        .registerReflectionHints(hints.reflection(), carried.toArray(Class<?>[]::new));
  }

  private static void ofBeans(
      ConfigurableListableBeanFactory beans, Class<?> typed, Set<Class<?>> carried) {
    for (String name : beans.getBeanNamesForType(typed, true, false)) {
      BeanDefinition definition = beans.getMergedBeanDefinition(name);
      if (!name.startsWith(SCOPED_TARGET)) {
        add(definition.getResolvableType().as(typed), carried);
      }
    }
  }

  private static void ofConstants(ConfigurableListableBeanFactory beans, Set<Class<?>> carried) {
    if (!AutoConfigurationPackages.has(beans)) {
      return;
    }
    for (String root : AutoConfigurationPackages.get(beans)) {
      for (String name : classesBelow(root)) {
        for (Field field : fields(name, beans.getBeanClassLoader())) {
          if (Modifier.isStatic(field.getModifiers()) && field.getType() == TaskType.class) {
            add(ResolvableType.forField(field), carried);
          }
        }
      }
    }
  }

  private static List<String> classesBelow(String root) {
    String pattern =
        "classpath*:" + ClassUtils.convertClassNameToResourcePath(root) + "/**/*.class";
    MetadataReaderFactory classFiles = new SimpleMetadataReaderFactory();
    List<String> names = new ArrayList<>();
    try {
      for (Resource file : new PathMatchingResourcePatternResolver().getResources(pattern)) {
        names.add(classFiles.getMetadataReader(file).getClassMetadata().getClassName());
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException("The classes below " + root + " can't be read", unreadable);
    }
    return names;
  }

  /** Looked at without being initialised; a class whose libraries aren't there has none. */
  private static Field[] fields(String className, @Nullable ClassLoader loader) {
    try {
      return ClassUtils.forName(className, loader).getDeclaredFields();
    } catch (ClassNotFoundException | LinkageError notThere) {
      return new Field[0];
    }
  }

  private static void add(ResolvableType typed, Set<Class<?>> carried) {
    for (ResolvableType argument : typed.getGenerics()) {
      Class<?> type = argument.resolve();
      if (type != null && !TaskMethodHints.isKnown(type)) {
        carried.add(type);
      }
    }
  }
}
