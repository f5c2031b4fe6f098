package dev.baton.tck.simulation;

import dev.baton.api.AddResult;
import dev.baton.api.Transaction;
import dev.baton.spi.TaskStore;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.task.rule.AddRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.Transition;
import dev.baton.task.rule.Waits;
import dev.baton.tck.StoreWrapper;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Stores that mishandle tasks that wait for others. */
final class WaitCanaries {
  private static final Duration EXPIRY = Duration.ofSeconds(5);

  private WaitCanaries() {}

  static List<Canary> all() {
    return List.of(
        Canary.store("waiters let go outside the transaction", LetsGoApart::new),
        Canary.store("ends that no waiter hears of", TellsNobody::new),
        Canary.store("waiters that don't wait", Impatient::new),
        Canary.store("failures that count as done", Indifferent::new),
        Canary.store("waits that forget one of several", Forgetful::new));
  }

  /** Stores the waits itself, and checks after each write whether a task has waited enough. */
  private static final class LetsGoApart extends StoreWrapper {
    private final Map<UUID, Waits> waiting = new TreeMap<>();

    LetsGoApart(TaskStore real) {
      super(real);
    }

    @Override
    public List<AddResult> insert(Transaction transaction, List<NewTask> tasks) {
      tasks.stream()
          .filter(task -> task.waits() != null)
          .forEach(task -> waiting.put(task.id(), task.waits()));
      return super.insert(transaction, tasks.stream().map(WaitCanaries::deaf).toList());
    }

    @Override
    public List<Boolean> apply(List<Transition> transitions) {
      List<Boolean> applied = super.apply(transitions);
      for (Transition transition : transitions) {
        if (transition.change().to().isFinished()) {
          List.copyOf(waiting.keySet()).forEach(this::letGo);
        }
      }
      return applied;
    }

    private void letGo(UUID id) {
      Waits waits = waiting.getOrDefault(id, null);
      Task task = real.find(id).orElse(null);
      if (waits == null || task == null || task.position().status() != Status.BLOCKED) {
        return;
      }
      Set<UUID> all = new TreeSet<>(waits.done());
      all.addAll(waits.ended());
      if (real.liveAndFinished(all).live().isEmpty()) {
        waiting.remove(id);
        real.apply(List.of(OperatorRules.reschedule(task, null, EXPIRY)));
      }
    }
  }

  static final class TellsNobody extends StoreWrapper {
    TellsNobody(TaskStore real) {
      super(real);
    }

    @Override
    public List<AddResult> insert(Transaction transaction, List<NewTask> tasks) {
      return super.insert(transaction, tasks.stream().map(WaitCanaries::deaf).toList());
    }
  }

  private static final class Impatient extends StoreWrapper {
    Impatient(TaskStore real) {
      super(real);
    }

    @Override
    public List<AddResult> insert(Transaction transaction, List<NewTask> tasks) {
      return super.insert(transaction, tasks.stream().map(Impatient::ready).toList());
    }

    private static NewTask ready(NewTask task) {
      return task.waits() == null
          ? task
          : new NewTask(task.id(), task.spec(), AddRules.now(EXPIRY, ""), task.keys());
    }
  }

  private static final class Indifferent extends StoreWrapper {
    Indifferent(TaskStore real) {
      super(real);
    }

    @Override
    public List<AddResult> insert(Transaction transaction, List<NewTask> tasks) {
      return super.insert(transaction, tasks.stream().map(Indifferent::content).toList());
    }

    private static NewTask content(NewTask task) {
      Waits waits = task.waits();
      if (waits == null) {
        return task;
      }
      Set<UUID> all = new TreeSet<>(waits.done());
      all.addAll(waits.ended());
      return with(
          task, new Waits(Set.of(), all, waits.inOrder(), waits.hintExpiry(), waits.keep()));
    }
  }

  private static final class Forgetful extends StoreWrapper {
    Forgetful(TaskStore real) {
      super(real);
    }

    @Override
    public List<AddResult> insert(Transaction transaction, List<NewTask> tasks) {
      return super.insert(transaction, tasks.stream().map(Forgetful::less).toList());
    }

    private static NewTask less(NewTask task) {
      Waits waits = task.waits();
      if (waits == null || waits.done().size() < 2) {
        return task;
      }
      Set<UUID> fewer = new TreeSet<>(waits.done());
      fewer.remove(waits.done().iterator().next());
      return with(
          task, new Waits(fewer, waits.ended(), waits.inOrder(), waits.hintExpiry(), waits.keep()));
    }
  }

  /** Returns the task as BLOCKED, without what it waits for. */
  static NewTask deaf(NewTask task) {
    return with(task, null);
  }

  private static NewTask with(NewTask task, @Nullable Waits waits) {
    return new NewTask(task.id(), task.spec(), task.placement(), task.keys(), waits);
  }
}
