package dev.baton.chaos.process;

import dev.baton.chaos.record.Journal;
import dev.baton.chaos.record.Occurrence;
import dev.baton.spi.TaskStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;

/** A store that records large claims. */
final class WatchedStore {
  /** More than claims reach where every type has few slots. */
  private static final int LARGE = 64;

  private WatchedStore() {}

  static TaskStore around(TaskStore sound, Journal events) {
    return (TaskStore)
        Proxy.newProxyInstance(
            WatchedStore.class.getClassLoader(),
            new Class<?>[] {TaskStore.class},
            (proxy, method, given) -> {
              try {
                Object answer = method.invoke(sound, given);
                if (method.getName().equals("claim") && ((List<?>) answer).size() >= LARGE) {
                  events.write(Occurrence.BATCH_CLAIMED.line(1));
                }
                return answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
