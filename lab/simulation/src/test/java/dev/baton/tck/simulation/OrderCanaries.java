package dev.baton.tck.simulation;

import dev.baton.api.AddResult;
import dev.baton.api.Transaction;
import dev.baton.spi.TaskStore;
import dev.baton.task.rule.AddRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.Waits;
import dev.baton.tck.StoreWrapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/** Stores that mistake the order of tasks. */
final class OrderCanaries {
  private static final Duration EXPIRY = Duration.ofSeconds(5);

  private OrderCanaries() {}

  static List<Canary> all() {
    return List.of(
        Canary.store("adds that forget the order", Disorderly::new),
        Canary.store("an order of the adds, not of the commits", ByTheAdds::new));
  }

  private static boolean isInOrder(NewTask task) {
    return task.spec().type().equals(Types.ORDERED);
  }

  private static final class Disorderly extends StoreWrapper {
    Disorderly(TaskStore real) {
      super(real);
    }

    @Override
    public List<AddResult> insert(Transaction transaction, List<NewTask> tasks) {
      return super.insert(transaction, tasks.stream().map(Disorderly::plain).toList());
    }

    private static NewTask plain(NewTask task) {
      return isInOrder(task)
          ? new NewTask(task.id(), task.spec(), AddRules.now(EXPIRY, ""), task.keys())
          : task;
    }
  }

  /** Makes each task wait for the task inserted before it by any node, committed or not. */
  private static final class ByTheAdds extends StoreWrapper {
    private static final Map<SimulatedDatabase, Map<String, UUID>> LAST =
        Collections.synchronizedMap(new java.util.WeakHashMap<>());

    private final Map<String, UUID> last;

    ByTheAdds(SimulatedDatabase database, TaskStore real) {
      super(real);
      this.last = LAST.computeIfAbsent(database, of -> new TreeMap<>());
    }

    @Override
    public List<AddResult> insert(Transaction transaction, List<NewTask> tasks) {
      List<NewTask> waiting = new ArrayList<>();
      tasks.forEach(task -> waiting.add(isInOrder(task) ? behindTheLast(task) : task));
      return super.insert(transaction, waiting);
    }

    private NewTask behindTheLast(NewTask task) {
      UUID before = last.put(task.spec().key(), task.id());
      return before == null
          ? new NewTask(task.id(), task.spec(), AddRules.now(EXPIRY, ""), task.keys())
          : new NewTask(
              task.id(),
              task.spec(),
              task.placement(),
              task.keys(),
              new Waits(Set.of(), Set.of(before), EXPIRY, Duration.ofSeconds(30)));
    }
  }
}
