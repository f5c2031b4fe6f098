package dev.baton.spi;

import dev.baton.api.Transaction;
import dev.baton.operate.AuditEntry;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.Cursor;
import dev.baton.operate.Explanation;
import dev.baton.operate.Page;
import dev.baton.operate.PastAttempt;
import dev.baton.operate.TaskFilter;
import dev.baton.spi.RunAgainStore.RunAgainRefusal;
import dev.baton.task.Prerequisite;
import dev.baton.task.row.Candidate;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.NoteCut;
import dev.baton.task.rule.TaskEdit;
import dev.baton.task.rule.Transition;
import dev.baton.task.rule.WaitState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Lets operators query and change tasks: lists, histories, changes by hand and the audit. Each
 * change is written to the audit in the same transaction. It uses the same database as the {@link
 * TaskStore}. All times are on the store's clock. Thread-safe.
 *
 * <p>Every method may throw {@link dev.baton.api.error.StoreUnavailableException}; a change may
 * then have been applied or not.
 */
public interface OperationsStore {
  /** Largest number of tasks that are followed from a waiting task along a chain of waits. */
  int MAX_WALK = Explanation.MAX_COUNTED;

  /** Approximate largest number of waiting tasks that {@link #behind} returns. */
  int MAX_BEHIND = 10_000;

  /**
   * Returns the first tasks after the cursor that the filter matches, live tasks before finished
   * tasks, in the order that {@link TaskFilter} describes. A long search may stop early: its page
   * is then short or empty, and its cursor says where to continue.
   *
   * @param filter a filter without {@link TaskFilter#stuck}; the engine requests stuck tasks by
   *     their ids
   * @param after null to start at the beginning; a cursor without a time is a position among the
   *     live tasks
   * @throws dev.baton.api.error.StoreUnavailableException also if the search took too long and was
   *     stopped
   */
  Page<FoundTask> page(TaskFilter filter, @Nullable Cursor after, int limit);

  /** Returns the tasks of {@link #page}, for searches that don't stop early. */
  default List<FoundTask> find(TaskFilter filter, @Nullable Cursor after, int limit) {
    return page(filter, after, limit).items();
  }

  /**
   * Returns ids of live and kept tasks from {@code first} to {@code last}, both included, in the
   * order of their bytes: all of them, or any {@code limit}. Reads a range of the primary key.
   */
  List<UUID> idsBetween(UUID first, UUID last, int limit);

  /**
   * Returns the latest failed attempts of the task, and the attempt that made it DONE, the latest
   * first, at most {@code limit}.
   */
  List<PastAttempt> attempts(UUID task, int limit);

  /**
   * Returns the first 500 characters of the error of each task's latest failed attempt. Tasks
   * without a failed attempt are left out.
   */
  Map<UUID, String> latestErrors(Collection<UUID> tasks);

  /**
   * Returns the tasks that were added to wait for this one, ordered by id, at most {@code limit}.
   */
  List<UUID> waiters(UUID task, int limit);

  /**
   * Returns the tasks that must end first: this task waits for each of them, directly or through
   * other tasks, and they wait for no task. Ordered by id, at most {@code limit}. Empty if the task
   * waits for nothing.
   *
   * @param waits the same store's waits
   */
  default List<UUID> roots(WaitStore waits, UUID task, int limit) {
    TreeSet<UUID> roots = new TreeSet<>();
    Set<UUID> seen = new HashSet<>();
    Deque<UUID> left = new ArrayDeque<>(pending(waits, task));
    while (!left.isEmpty() && roots.size() < limit && seen.size() < MAX_WALK) {
      UUID next = left.removeFirst();
      if (seen.add(next)) {
        List<UUID> before = pending(waits, next);
        left.addAll(before);
        if (before.isEmpty()) {
          roots.add(next);
        }
      }
    }
    return List.copyOf(roots);
  }

  private static List<UUID> pending(WaitStore waits, UUID task) {
    WaitState state = waits.waiting(task);
    return state != WaitState.WAITS && state != WaitState.ENDED_EARLY
        ? List.of()
        : waits.waitedFor(task).stream()
            .filter(waited -> waited.end() == null)
            .map(Prerequisite::id)
            .toList();
  }

  /**
   * Returns the live tasks that wait for other tasks and aren't on hold.
   *
   * @param waits the same store's waits
   */
  default Set<UUID> waiting(WaitStore waits, Collection<UUID> tasks) {
    return tasks.stream()
        .filter(task -> waits.waiting(task) == WaitState.WAITS)
        .collect(Collectors.toSet());
  }

  /**
   * Returns, for each of these tasks, the live tasks that wait for it, directly or through other
   * tasks. Contains no tasks without waiters. A chain is followed for {@link #MAX_WALK} tasks.
   *
   * @param waits the same store's waits
   */
  default Map<UUID, Set<UUID>> behind(WaitStore waits, Collection<UUID> tasks) {
    Map<UUID, Set<UUID>> behind = new TreeMap<>();
    for (UUID task : tasks) {
      Set<UUID> found = new HashSet<>();
      Deque<UUID> left = new ArrayDeque<>(List.of(task));
      while (!left.isEmpty() && found.size() < MAX_WALK) {
        for (UUID waiter : waiters(left.removeFirst(), MAX_WALK)) {
          if (waits.waiting(waiter) != WaitState.OVER && found.add(waiter)) {
            left.add(waiter);
          }
        }
      }
      found.removeIf(waiter -> waits.waiting(waiter) == WaitState.ENDED_EARLY);
      if (!found.isEmpty()) {
        behind.put(task, found);
      }
    }
    return behind;
  }

  /**
   * Applies each transition whose guard matches, like {@link TaskStore#apply(List)}, and writes the
   * audit entries of the applied transitions. Each transition is for a different task. If there are
   * several, the store may skip tasks that it can't write now, for example because their rows are
   * locked.
   *
   * @return for each transition, in order, whether it was applied
   */
  List<Boolean> apply(List<NotedTransition> transitions);

  /**
   * Writes the edit if its guard matches, together with its audit entry.
   *
   * @return whether it was written
   */
  boolean edit(TaskEdit edit, AuditNote note);

  /**
   * Runs a finished task again, like {@link TaskStore#runAgain}, and writes the audit entry if the
   * task runs again.
   *
   * @param cut the notes that the task loses; only a store that is also a {@link
   *     TransactionalNoteStore} gets a cut that keeps some of the notes
   */
  Optional<RunAgainRefusal> runAgain(
      UUID id, long version, NextPosition placement, NoteCut cut, AuditNote note);

  /**
   * Runs each task again, as {@link #runAgain} does. The tasks are different, and lose all notes.
   * If there are several, the store may leave out those that it can't write now, for example
   * because their rows are locked.
   *
   * @return for each task, in order, the reason of a refusal, or empty on success
   */
  default List<Optional<RunAgainRefusal>> runAllAgain(List<NotedRerun> tasks) {
    return tasks.stream()
        .map(
            one ->
                runAgain(one.id(), one.version(), one.placement(), NoteCut.Whole.ALL, one.note()))
        .toList();
  }

  /** Writes an audit entry for a read, or for a change outside this store. */
  void note(AuditNote note);

  /**
   * Writes an audit entry in this transaction. Only for a store with the capability of
   * transactions.
   */
  void note(Transaction transaction, AuditNote note);

  /** Returns the latest entries of the audit after the cursor, the latest first. */
  List<AuditEntry> audit(AuditFilter filter, @Nullable Cursor after, int limit);

  /**
   * Removes at most {@code limit} audit entries that are older than the given age.
   *
   * @return how many entries were removed
   */
  int pruneAudit(Duration olderThan, int limit);

  /**
   * Counts the ready tasks of the same flow and bucket that come before this one, up to {@code
   * most}.
   */
  int ahead(Candidate task, int most);

  /**
   * Returns the state of a limit of the cluster. Takes no permit.
   *
   * @param name the name from {@link dev.baton.task.row.Permit#name}
   * @param most the largest number of tasks to return
   */
  LimitState limit(String name, int most);

  /** A finished task that runs again, and its audit entry. */
  record NotedRerun(UUID id, long version, NextPosition placement, AuditNote note) {}

  /**
   * A transition and its audit entry.
   *
   * @param cut the notes that the task loses; only a store that is also a {@link
   *     TransactionalNoteStore} gets a cut that removes notes
   */
  record NotedTransition(Transition transition, AuditNote note, NoteCut cut) {
    public NotedTransition(Transition transition, AuditNote note) {
      this(transition, note, NoteCut.Whole.NONE);
    }
  }
}
