package dev.baton.chaos.process;

import dev.baton.spi.TaskStore;
import dev.baton.task.rule.ClaimFence;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A store with a bug for the canary: it reports leases as renewed but renews none. */
final class ForgetfulStore {
  private ForgetfulStore() {}

  static TaskStore around(TaskStore sound) {
    return (TaskStore)
        Proxy.newProxyInstance(
            ForgetfulStore.class.getClassLoader(),
            new Class<?>[] {TaskStore.class},
            (proxy, method, given) -> {
              if (method.getName().equals("renew")) {
                return new TaskStore.Renewal(
                    ((List<?>) given[given.length - 1])
                        .stream()
                            .map(fence -> ((ClaimFence) fence).id())
                            .collect(Collectors.toSet()),
                    Set.of());
              }
              try {
                return method.invoke(sound, given);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
