package dev.baton.management;

import dev.baton.api.error.SearchTimeoutException;
import dev.baton.api.operate.TaskFilter;
import dev.baton.spi.OperationsStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** A store that gives up searches by one key, as it does where there are too many tasks. */
public final class GivingUp {
  private GivingUp() {}

  public static OperationsStore on(OperationsStore store, String key) {
    return (OperationsStore)
        Proxy.newProxyInstance(
            OperationsStore.class.getClassLoader(),
            new Class<?>[] {OperationsStore.class},
            (self, method, arguments) -> {
              if (method.getName().equals("find")
                  && arguments[0] instanceof TaskFilter filter
                  && key.equals(filter.key())) {
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
