package dev.baton.management;

import dev.baton.api.error.SearchTimeoutException;
import dev.baton.api.operate.TaskFilter;
import dev.baton.spi.OperationsStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Predicate;

/** A store that gives up some searches, as it does where there are too many tasks. */
public final class GivingUp {
  private GivingUp() {}

  /** Those by one key. */
  public static OperationsStore on(OperationsStore store, String key) {
    return on(store, filter -> key.equals(filter.key()));
  }

  public static OperationsStore on(OperationsStore store, Predicate<TaskFilter> tooWide) {
    return (OperationsStore)
        Proxy.newProxyInstance(
            OperationsStore.class.getClassLoader(),
            new Class<?>[] {OperationsStore.class},
            (self, method, arguments) -> {
              if (method.getName().equals("find")
                  && arguments[0] instanceof TaskFilter filter
                  && tooWide.test(filter)) {
                throw new SearchTimeoutException("Given up. Add a whole type");
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }
}
