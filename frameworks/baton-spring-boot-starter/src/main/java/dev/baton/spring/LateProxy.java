package dev.baton.spring;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;

/** A proxy for a part of the node, for beans that are created before the node starts. */
final class LateProxy {
  private LateProxy() {}

  static <T> T of(Class<T> type, Supplier<T> there) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getDeclaringClass() == Object.class) {
                return switch (method.getName()) {
                  case "equals" -> proxy == arguments[0];
                  case "hashCode" -> System.identityHashCode(proxy);
                  default -> "Baton's " + type.getSimpleName();
                };
              }
              try {
                return method.invoke(there.get(), arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getTargetException();
              }
            }));
  }
}
