package dev.baton.quarkus.deployment;

import dev.baton.quarkus.runtime.MarkedMethod;
import io.quarkus.arc.processor.BeanInfo;
import jakarta.enterprise.inject.spi.DeploymentException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.MethodInfo;
import org.jspecify.annotations.Nullable;

/** Finds the methods of beans that run tasks, also inherited ones. */
final class MethodSearch {
  private static final Set<DotName> BY_THE_CLOCK =
      Set.of(
          DotName.createSimple("io.quarkus.scheduler.Scheduled"),
          DotName.createSimple("io.quarkus.scheduler.Scheduled$Schedules"));

  private final IndexView index;

  MethodSearch(IndexView index) {
    this.index = index;
  }

  /**
   * @throws DeploymentException if the container couldn't call a method through its bean
   */
  List<MarkedMethod> of(Iterable<BeanInfo> beans) {
    List<MarkedMethod> found = new ArrayList<>();
    for (BeanInfo bean : beans) {
      bean.getTarget()
          .ifPresent(
              target -> of(target.asClass()).forEach(method -> found.add(described(bean, method))));
    }
    return found;
  }

  /**
   * Returns the methods of a class.
   *
   * @throws DeploymentException if the container couldn't call a method through a bean of the class
   */
  List<MethodInfo> of(ClassInfo bean) {
    List<MethodInfo> found = new ArrayList<>();
    Map<String, Boolean> isMarkedBelow = new HashMap<>();
    Map<DotName, ClassInfo> interfaces = new LinkedHashMap<>();
    for (ClassInfo type = bean; type != null; type = find(type.superName())) {
      collect(type, interfaces);
      type.methods().forEach(method -> lookAt(method, isMarkedBelow, found));
    }
    for (ClassInfo type : interfaces.values()) {
      type.methods().forEach(method -> lookAt(method, isMarkedBelow, found));
    }
    return found;
  }

  /**
   * Finds annotated methods. If a subclass overrides a method, the override must have the
   * annotation, too.
   */
  private static void lookAt(
      MethodInfo method, Map<String, Boolean> isMarkedBelow, List<MethodInfo> found) {
    boolean isMarked = isMarked(method);
    Boolean below = isMarkedBelow.putIfAbsent(method.name() + parameters(method), isMarked);
    // The compiler copies annotations to bridge methods.
    if (!isMarked || method.isBridge() || Boolean.TRUE.equals(below)) {
      return;
    }
    refuseUncallable(method);
    if (below != null) {
      throw refused(
          method,
          "is overridden by a method without its annotation. Annotate the method of the bean's"
              + " class too, or give it another name");
    }
    found.add(method);
  }

  private void collect(ClassInfo type, Map<DotName, ClassInfo> interfaces) {
    for (DotName name : type.interfaceNames()) {
      ClassInfo above = find(name);
      if (above != null && interfaces.put(name, above) == null) {
        collect(above, interfaces);
      }
    }
  }

  private @Nullable ClassInfo find(@Nullable DotName name) {
    return name == null ? null : index.getClassByName(name);
  }

  private static boolean isMarked(MethodInfo method) {
    return BatonProcessor.MARKS.stream().anyMatch(method::hasDeclaredAnnotation);
  }

  private static void refuseUncallable(MethodInfo method) {
    if (Modifier.isPrivate(method.flags()) || Modifier.isStatic(method.flags())) {
      throw refused(
          method,
          "is private or static, so the bean's interceptors, such as that of @Transactional, don't"
              + " apply to it. Make it an instance method that is at least package-private");
    }
    if (Modifier.isAbstract(method.flags())) {
      throw refused(
          method,
          "is abstract, and its annotation doesn't apply to the method of the bean."
              + " Annotate the method of the bean's class");
    }
    if (BY_THE_CLOCK.stream().anyMatch(method::hasDeclaredAnnotation)) {
      throw refused(
          method,
          "is @Scheduled: it would run on every node by the clock, in addition to its tasks. Use"
              + " @CronTask instead, which runs once in the cluster, or use two methods");
    }
  }

  private static DeploymentException refused(MethodInfo method, String why) {
    return new DeploymentException(
        "The method " + method.declaringClass().name() + "." + method.name() + " " + why);
  }

  private static MarkedMethod described(BeanInfo bean, MethodInfo method) {
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
