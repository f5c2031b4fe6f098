package dev.baton.test;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.spi.StatisticsStore;
import dev.baton.spi.StatisticsStore.Counted;
import dev.baton.spi.Stores;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/** A store of statistics that counts its calls, and fails when the test makes it fail. */
final class WatchedStatistics {
  volatile boolean away;
  volatile boolean givesUp;
  volatile Runnable meanwhile = () -> {};
  private final AtomicInteger counts = new AtomicInteger();

  /** Returns how often tasks were counted. */
  int counts() {
    return counts.get();
  }

  Stores around(Stores stores) {
    StatisticsStore inner = Objects.requireNonNull(stores.statistics());
    return stores.statistics(
        (StatisticsStore)
            Proxy.newProxyInstance(
                WatchedStatistics.class.getClassLoader(),
                new Class<?>[] {StatisticsStore.class},
                (self, method, arguments) -> {
                  if (away && method.getName().equals("keep")) {
                    throw new StoreUnavailableException("The test took the table away");
                  }
                  Object answer = call(inner, method, arguments);
                  if (answer instanceof Counted counted) {
                    counts.incrementAndGet();
                    meanwhile.run();
                    return givesUp ? new Counted(counted.at(), false, List.of()) : counted;
                  }
                  return answer;
                }));
  }

  private static Object call(StatisticsStore inner, Method method, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(inner, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }
}
