package dev.baton.tck.simulation;

import dev.baton.api.AddResult;
import dev.baton.api.Transaction;
import dev.baton.spi.TaskStore;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.Transition;
import dev.baton.task.rule.WaitState;
import dev.baton.task.rule.Waits;
import dev.baton.tck.StoreWrapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Checks tasks that wait for others. In every committed state a waiting task has something to wait
 * for, and nothing that it needs has failed. No task is released earlier, except by a person who
 * moves it anyway. Only a person moves a task that is on hold; after its release it continues to
 * wait. A wrapper of the store notes what each task waits for, and the simulated people note their
 * requests. All other changes leave a waiting task waiting.
 */
final class WaitCheck implements RowCheck {
  /** A request of a person. */
  enum Asked {
    HOLD,
    LET_GO,
    /** Moves the task. A task that awaits its turn still awaits it, on hold or not. */
    RESCHEDULE
  }

  private final Violations violations;
  private final SimulatedDatabase database;
  private final boolean isLate;
  private final Predicate<Task> mayBeCancelled;
  private final Map<UUID, Waits> waits = new TreeMap<>();
  private final Map<UUID, TreeSet<UUID>> waitersOf = new TreeMap<>();

  private final Map<SimulatedThread, Asked> asked = new HashMap<>();
  private final Set<UUID> held = new HashSet<>();
  private final Set<UUID> over = new HashSet<>();

  /** Tasks that ever ended, including those that ran again and those whose end a failover undid. */
  private final Set<UUID> everEnded = new HashSet<>();

  private final Set<UUID> everDone = new HashSet<>();
  private final Set<UUID> everFailed = new HashSet<>();

  /**
   * @param isLate whether a waiting task is notified of an end only some time later
   * @param mayBeCancelled returns whether the end of another task may cancel this task, whatever it
   *     waits for
   */
  WaitCheck(
      Violations violations,
      SimulatedDatabase database,
      boolean isLate,
      Predicate<Task> mayBeCancelled) {
    this.mayBeCancelled = mayBeCancelled;
    this.violations = violations;
    this.database = database;
    this.isLate = isLate;
  }

  /** Wraps the store to note what each task waits for. */
  TaskStore overheard(TaskStore store) {
    return new StoreWrapper(store) {
      @Override
      public List<AddResult> insert(Transaction transaction, List<NewTask> tasks) {
        tasks.forEach(WaitCheck.this::adding);
        return super.insert(transaction, tasks);
      }

      @Override
      public boolean waitForEnds(Transaction transaction, UUID task, Waits its) {
        boolean isLeft = super.waitForEnds(transaction, task, its);
        if (isLeft) {
          // Until the commit the task is RUNNING, and nothing here concerns it.
          waits.put(task, its);
          over.remove(task);
          held.remove(task);
          named(its).forEach(on -> waitersOf.computeIfAbsent(on, id -> new TreeSet<>()).add(task));
        }
        return isLeft;
      }

      /**
       * Calls the store directly: the default method would wait for rows that others have locked.
       */
      @Override
      public List<Verdict> tryApply(List<Transition> transitions) {
        return real.tryApply(transitions);
      }

      @Override
      public Verdict tryApply(Transaction transaction, Transition transition) {
        return real.tryApply(transaction, transition);
      }
    };
  }

  @Override
  public void adding(NewTask task) {
    Waits its = task.waits();
    // A task whose id already exists keeps its first waits.
    if (its != null && !waits.containsKey(task.id())) {
      waits.put(task.id(), its);
      named(its).forEach(on -> waitersOf.computeIfAbsent(on, id -> new TreeSet<>()).add(task.id()));
    }
  }

  /** Notes what the person on this thread requests from now on; null for none of these requests. */
  void asks(SimulatedThread person, @Nullable Asked what) {
    if (what == null) {
      asked.remove(person);
    } else {
      asked.put(person, what);
    }
  }

  /** Returns whether the end of another task may move this task in its current state. */
  boolean isWaiting(Task task) {
    return waits.containsKey(task.id())
        && task.position().status() == Status.BLOCKED
        && !held.contains(task.id())
        && !over.contains(task.id());
  }

  /** Returns whether the end of another task may cancel this task, whatever it waits for. */
  boolean mayBeCancelled(Task task) {
    return mayBeCancelled.test(task);
  }

  /** Returns whether the task was added with waits. */
  boolean waited(UUID id) {
    return waits.containsKey(id);
  }

  @Override
  public void changed(RowChange change) {
    if (change.isEnd()) {
      noteEnd(change);
    }
    Waits its = waits.get(change.id());
    Task before = change.before().live();
    if (its != null) {
      Asked what = change.operator() ? asked.get(database.simulation().running()) : null;
      boolean letGo = what == Asked.LET_GO && held.contains(change.id());
      boolean byOthers = !change.operator() && (change.before().isGone() || waits(before));
      if (letGo || byOthers) {
        judge(change, its);
      }
      if (isLate) {
        standsAsNoted(change.id());
      } else {
        follow(change, what);
      }
    }
    if (isLate) {
      return;
    }
    if (change.isEnd()) {
      waitersOf.getOrDefault(change.id(), new TreeSet<>()).forEach(this::mustHaveWhatToWaitFor);
    }
    if (its != null) {
      mustHaveWhatToWaitFor(change.id());
    }
    if (change.isFailedAndRunAgain() && !everDone.contains(change.id())) {
      mustHaveHeard(change.id());
    }
  }

  /**
   * Checks, for a failed task that lives again, that each waiting task that needs it was notified.
   */
  private void mustHaveHeard(UUID failed) {
    for (UUID id : waitersOf.getOrDefault(failed, new TreeSet<>())) {
      Task live = database.committed().find(id).orElse(null);
      if (waits(live) && waits.get(id).done().contains(failed)) {
        violations.report(id + " waits, and " + failed + ", which it needs, failed and runs again");
      }
    }
  }

  private void noteEnd(RowChange change) {
    everEnded.add(change.id());
    FinishedTask finished = change.after().finished();
    boolean failed =
        finished == null ? change.isFailedAndRunAgain() : finished.status() != Status.DONE;
    (failed ? everFailed : everDone).add(change.id());
  }

  private void follow(RowChange change, @Nullable Asked what) {
    UUID id = change.id();
    Task before = change.before().live();
    Task after = change.after().live();
    if (after == null || after.position().status() != Status.BLOCKED) {
      held.remove(id);
      over.add(id);
    } else if (before != null && before.position().status() == Status.BLOCKED) {
      if (what == Asked.HOLD && !over.contains(id)) {
        held.add(id);
      } else if (what == Asked.LET_GO || what == Asked.RESCHEDULE) {
        held.remove(id);
      }
    }
  }

  private boolean waits(@Nullable Task task) {
    return task != null && isWaiting(task);
  }

  private void judge(RowChange change, Waits its) {
    Task after = change.after().live();
    FinishedTask finished = change.after().finished();
    Task before = change.before().live();
    boolean isAllowed = before != null && mayBeCancelled(before);
    if (finished != null
        && finished.status() == Status.CANCELLED
        && !isAllowed
        && !namesWhatFailed(its)) {
      violations.report(change.id() + " was cancelled although nothing that it needs has failed");
    }
    if (after != null && after.position().status() != Status.BLOCKED) {
      if (anyNeverEnded(its)) {
        violations.report(change.id() + " was released but still has something to wait for");
      }
      if (needsWhatFailed(its)) {
        violations.report(change.id() + " was released although a task that it needs has failed");
      }
    }
  }

  private void mustHaveWhatToWaitFor(UUID id) {
    Task live = database.committed().find(id).orElse(null);
    Waits its = waits.get(id);
    if (live == null || its == null || !isWaiting(live)) {
      return;
    }
    if (!its.inOrder() && !anyLive(its)) {
      violations.report(id + " waits, but nothing that it waits for remains");
    } else if (needsWhatFailed(its)) {
      violations.report(id + " waits, but something that it needs has failed");
    }
  }

  @Override
  public void rewound() {
    held.clear();
    over.clear();
    waits.keySet().forEach(this::standsAsNoted);
    checkAll();
  }

  private void standsAsNoted(UUID id) {
    held.remove(id);
    over.remove(id);
    WaitState standing = database.committed().waiting(id);
    if (standing == WaitState.HELD) {
      held.add(id);
    } else if (standing == WaitState.OVER && database.committed().find(id).isPresent()) {
      over.add(id);
    }
  }

  /** Returns whether the task waits for a task that has ended, and will be notified. */
  boolean isToHear(Task task) {
    Waits its = waits.get(task.id());
    return isLate && its != null && isWaiting(task) && (!anyLive(its) || needsWhatFailed(its));
  }

  /** Checks every task that waits. */
  void checkAll() {
    List.copyOf(waits.keySet()).forEach(this::mustHaveWhatToWaitFor);
  }

  /** Returns whether the task was added to wait for a task that remains. */
  boolean isForOneLeft(UUID id) {
    Waits its = waits.get(id);
    return its != null && anyLive(its);
  }

  private boolean anyLive(Waits its) {
    return named(its).stream().anyMatch(on -> database.committed().find(on).isPresent());
  }

  private boolean anyNeverEnded(Waits its) {
    return named(its).stream()
        .anyMatch(on -> database.committed().find(on).isPresent() && !everEnded.contains(on));
  }

  /** A task that was DONE and then ran again may fail: it counted when it was DONE. */
  private boolean needsWhatFailed(Waits its) {
    return its.done().stream().anyMatch(on -> hasFailed(on) && !everDone.contains(on));
  }

  /** A failed task may run again before the add that found it failed is committed. */
  private boolean namesWhatFailed(Waits its) {
    return its.done().stream().anyMatch(on -> hasFailed(on) || everFailed.contains(on));
  }

  private boolean hasFailed(UUID task) {
    FinishedTask finished = database.committed().findFinished(task).orElse(null);
    return finished != null && finished.status() != Status.DONE;
  }

  private static List<UUID> named(Waits its) {
    List<UUID> named = new ArrayList<>(its.done());
    named.addAll(its.ended());
    return named;
  }
}
