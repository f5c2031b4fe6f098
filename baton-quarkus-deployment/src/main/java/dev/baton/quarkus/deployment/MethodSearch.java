package dev.baton.quarkus.deployment;

import dev.baton.quarkus.runtime.MarkedMethod;
import io.quarkus.arc.processor.BeanInfo;
import jakarta.enterprise.inject.spi.DeploymentException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.MethodInfo;
import org.jspecify.annotations.Nullable;

/** Finds the methods of beans that run tasks, also those that a bean has from a class above it. */
final class MethodSearch {
  private final IndexView index;

  MethodSearch(IndexView index) {
    this.index = index;
  }

  /**
   * @throws DeploymentException when the container couldn't call one through its bean
   */
  List<MarkedMethod> of(Iterable<BeanInfo> beans) {
    List<MarkedMethod> found = new ArrayList<>();
    for (BeanInfo bean : beans) {
      Set<String> seen = new HashSet<>();
      for (ClassInfo type = bean.getTarget().map(target -> target.asClass()).orElse(null);
          type != null;
          type = above(type)) {
        for (MethodInfo method : type.methods()) {
          // One that is overridden counts as the class below has it.
          if (seen.add(method.name() + parameters(method)) && isMarked(method)) {
            found.add(marked(bean, method));
          }
        }
      }
    }
    return found;
  }

  private @Nullable ClassInfo above(ClassInfo type) {
    DotName name = type.superName();
    return name == null ? null : index.getClassByName(name);
  }

  private static boolean isMarked(MethodInfo method) {
    return BatonProcessor.MARKS.stream().anyMatch(method::hasDeclaredAnnotation);
  }

  private static MarkedMethod marked(BeanInfo bean, MethodInfo method) {
    if (Modifier.isPrivate(method.flags()) || Modifier.isStatic(method.flags())) {
      throw new DeploymentException(
          "The method "
              + method.declaringClass().name()
              + "."
              + method.name()
              + " is private or static: the bean's interceptors, such as that of @Transactional,"
              + " don't reach it. Make it a method of the bean that is at least package-private");
    }
    return new MarkedMethod(
        bean.getIdentifier(),
        bean.getBeanClass().toString(),
        method.declaringClass().name().toString(),
        method.name(),
        parameters(method));
  }

  private static List<String> parameters(MethodInfo method) {
    return method.parameterTypes().stream().map(type -> type.name().toString()).toList();
  }
}
