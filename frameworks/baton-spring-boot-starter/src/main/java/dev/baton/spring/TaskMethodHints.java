package dev.baton.spring;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.List;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.annotation.ReflectiveProcessor;
import org.springframework.core.ResolvableType;

/**
 * Native image hints: annotated methods are called by reflection, and their parameters and results
 * are JSON.
 */
public final class TaskMethodHints implements ReflectiveProcessor {
  private static final List<String> NOT_JSON =
      List.of("java.", "dev.baton.api.", "dev.baton.task.");

  private final BindingReflectionHintsRegistrar bindings = new BindingReflectionHintsRegistrar();

  @Override
  public void registerReflectionHints(ReflectionHints hints, AnnotatedElement element) {
    if (element instanceof Method method) {
      hints.registerMethod(method, ExecutableMode.INVOKE);
      for (Class<?> parameter : method.getParameterTypes()) {
        bind(hints, parameter);
      }
      for (Type parameter : method.getGenericParameterTypes()) {
        bindElements(hints, ResolvableType.forType(parameter));
      }
      bind(hints, method.getReturnType());
    }
  }

  /** Binds the payloads and results of chunk items. */
  private void bindElements(ReflectionHints hints, ResolvableType type) {
    for (ResolvableType element : type.getGenerics()) {
      bind(hints, element.resolve(Object.class));
      bindElements(hints, element);
    }
  }

  private void bind(ReflectionHints hints, Class<?> type) {
    if (!isKnown(type)) {
      bindings.registerReflectionHints(hints, type);
    }
  }

  /** Returns whether the class is read and written without reflection on its members. */
  public static boolean isKnown(Class<?> type) {
    return type.isPrimitive() || NOT_JSON.stream().anyMatch(type.getName()::startsWith);
  }
}
