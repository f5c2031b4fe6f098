package dev.baton.chaos.process;

import dev.baton.api.Transaction;
import dev.baton.spi.TaskStore;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.Guard;
import dev.baton.task.rule.Transition;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * A store with a bug for the canary: the writes of a holder aren't fenced, and leases are short and
 * never renewed. So two nodes often run the same task.
 */
final class UnfencedStore {
  private static final Duration SHORT = Duration.ofMillis(300);

  private UnfencedStore() {}

  static TaskStore around(TaskStore sound) {
    return (TaskStore)
        Proxy.newProxyInstance(
            UnfencedStore.class.getClassLoader(),
            new Class<?>[] {TaskStore.class},
            (proxy, method, given) -> call(sound, method, given == null ? new Object[0] : given));
  }

  private static Object call(TaskStore sound, Method method, Object[] given) throws Throwable {
    if (method.getName().equals("claim")) {
      given[1] = SHORT;
    } else if (method.getName().equals("renew") || method.getName().equals("confirm")) {
      List<?> held = (List<?>) given[given.length - 1];
      Set<UUID> all =
          held.stream().map(fence -> ((ClaimFence) fence).id()).collect(Collectors.toSet());
      return method.getName().equals("renew") ? new TaskStore.Renewal(all, Set.of()) : all;
    } else if (method.getName().equals("apply") && given.length == 2) {
      return applyBlindly(sound, (Transaction) given[0], (Transition) given[1]);
    } else if (method.getName().equals("apply")) {
      given[0] = ((List<?>) given[0]).stream().map(asked -> blind(sound, asked)).toList();
    }
    try {
      return method.invoke(sound, given);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** Returns success for a deleted row. */
  private static boolean applyBlindly(TaskStore sound, Transaction transaction, Transition asked) {
    sound.apply(transaction, blind(sound, asked));
    return true;
  }

  /** Returns the transition without its fence: it applies to the current row of any owner. */
  private static Transition blind(TaskStore sound, Object transition) {
    Transition asked = (Transition) transition;
    Optional<Task> now = sound.find(asked.id());
    return now.isEmpty() || now.get().position().owner() == null || asked.guard().timeIsUp()
        ? asked
        : new Transition(
            asked.rule(), asked.id(), Guard.asSeen(now.get()), asked.change(), asked.error());
  }
}
