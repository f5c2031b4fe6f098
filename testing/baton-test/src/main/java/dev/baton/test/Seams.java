package dev.baton.test;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.spi.Leadership;
import dev.baton.spi.Stores;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Wraps the stores of one test node: every call fails after the node is lost, and planned faults
 * lose the results of writes.
 */
final class Seams {
  private final NodeLife node;
  private final Faults faults;

  Seams(NodeLife node, Faults faults) {
    this.node = node;
    this.faults = faults;
  }

  Stores around(Stores stores) {
    return stores.wrapped(this::of);
  }

  /** Makes the node the leader for all duties while it is alive, because no other node exists. */
  Leadership leadership() {
    return new Leadership() {
      private static final Duration TERM = Duration.ofHours(1);

      @Override
      public Optional<Duration> lead(String duty, UUID id) {
        node.requireAlive();
        return Optional.of(TERM);
      }

      @Override
      public void resign(String duty, UUID id) {}
    };
  }

  private <T> T of(Class<T> type, T store) {
    return type.cast(
        Proxy.newProxyInstance(
            Seams.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              node.requireAlive();
              Object answer;
              try {
                answer = method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
              }
              if (faults.losesAnswer(method.getName(), arguments)) {
                throw new StoreUnavailableException("The test lost the confirmation of this write");
              }
              return answer;
            }));
  }
}
