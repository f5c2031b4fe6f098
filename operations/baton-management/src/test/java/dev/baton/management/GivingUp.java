package dev.baton.management;

import dev.baton.api.error.SearchTimeoutException;
import dev.baton.operate.Cursor;
import dev.baton.operate.Page;
import dev.baton.operate.TaskFilter;
import dev.baton.spi.FoundTask;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.StatisticsStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Stores that stop some searches with an error, as a store does if there are too many tasks. */
public final class GivingUp {
  private GivingUp() {}

  /** Makes searches by one key fail. */
  public static OperationsStore on(OperationsStore store, String key) {
    return on(store, filter -> key.equals(filter.key()));
  }

  public static OperationsStore on(OperationsStore store, Predicate<TaskFilter> tooWide) {
    return instead(
        store,
        tooWide,
        () -> {
          throw new SearchTimeoutException("Given up. Add a whole type");
        });
  }

  /** Makes searches by one key stop at this cursor without results. */
  static OperationsStore stopping(OperationsStore store, String key, Cursor here) {
    return instead(
        store, filter -> key.equals(filter.key()), () -> new Page<>(List.of(), Optional.of(here)));
  }

  /** Returns a store whose counts of live tasks are lower bounds. */
  public static StatisticsStore counting(StatisticsStore store) {
    return statistics(
        store,
        (verb, answer) ->
            answer instanceof StatisticsStore.Counted counted
                ? new StatisticsStore.Counted(counted.at(), false, counted.groups())
                : answer);
  }

  /** Returns a store with too many statistics to add up. */
  public static StatisticsStore addingUp(StatisticsStore store) {
    return statistics(
        store,
        (verb, answer) -> {
          if (verb.equals("kept")) {
            throw new SearchTimeoutException("Too many. Ask for less time");
          }
          return answer;
        });
  }

  private static StatisticsStore statistics(
      StatisticsStore store, BiFunction<String, Object, Object> instead) {
    return (StatisticsStore)
        Proxy.newProxyInstance(
            StatisticsStore.class.getClassLoader(),
            new Class<?>[] {StatisticsStore.class},
            (self, method, arguments) -> {
              try {
                return instead.apply(method.getName(), method.invoke(store, arguments));
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  private static OperationsStore instead(
      OperationsStore store, Predicate<TaskFilter> tooWide, Supplier<Page<FoundTask>> answer) {
    return (OperationsStore)
        Proxy.newProxyInstance(
            OperationsStore.class.getClassLoader(),
            new Class<?>[] {OperationsStore.class},
            (self, method, arguments) -> {
              if (method.getName().equals("page")
                  && arguments[0] instanceof TaskFilter filter
                  && tooWide.test(filter)) {
                return answer.get();
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }
}
