package dev.baton.spi;

import dev.baton.api.Transaction;
import dev.baton.operate.AuditEntry;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.Cursor;
import dev.baton.operate.Page;
import dev.baton.operate.PastAttempt;
import dev.baton.operate.TaskFilter;
import dev.baton.spi.RunAgainStore.RunAgainRefusal;
import dev.baton.task.Candidate;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.TaskEdit;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What people ask of the tasks, and what they do to them, which is noted in the same transaction:
 * lists, histories, changes by hand, the audit. On the same database as the {@link TaskStore}; all
 * times are the store's own clock. Thread-safe.
 *
 * <p>Every verb may throw {@link dev.baton.api.error.StoreUnavailableException}; the caller of one
 * that changes something then doesn't know whether it was applied.
 */
public interface OperationsStore {

  /**
   * The first tasks that the filter finds after the cursor, live ones before finished ones, in the
   * order that {@link TaskFilter} describes. A search that would take long may stop early: its page
   * is short, or empty, and says where to go on.
   *
   * @param filter names no {@link TaskFilter#stuck}: the engine asks for those by their ids
   * @param after null for the beginning; without a time it stands among the live tasks
   * @throws dev.baton.api.error.StoreUnavailableException also when it took too long and was given
   *     up
   */
  Page<FoundTask> page(TaskFilter filter, @Nullable Cursor after, int limit);

  /** The tasks of {@link #page}, where it isn't cut short. */
  default List<FoundTask> find(TaskFilter filter, @Nullable Cursor after, int limit) {
    return page(filter, after, limit).items();
  }

  /**
   * The latest attempts of the task that failed, and the one by which it is DONE, latest first,
   * {@code limit} at the most.
   */
  List<PastAttempt> attempts(UUID task, int limit);

  /**
   * How the error of each task's latest attempt that failed begins, its first 500 characters; tasks
   * without one are left out.
   */
  Map<UUID, String> latestErrors(Collection<UUID> tasks);

  /** The tasks that were added to wait for this one, by id, {@code limit} at the most. */
  List<UUID> waiters(UUID task, int limit);

  /**
   * Applies each transition whose guard holds, as {@link TaskStore#apply(List)} does, and notes
   * those that were applied.
   *
   * @return for each transition, in order, whether it was applied
   */
  List<Boolean> apply(List<NotedTransition> transitions);

  /**
   * Writes the edit if its guard holds, and then notes it.
   *
   * @return whether it was written
   */
  boolean edit(TaskEdit edit, AuditNote note);

  /** As {@link TaskStore#runAgain}; noted when it was done. */
  Optional<RunAgainRefusal> runAgain(UUID id, long version, NextPosition placement, AuditNote note);

  /** Notes something that was seen, or changed elsewhere. */
  void note(AuditNote note);

  /** As above, in this transaction: with the capability of transactions alone. */
  void note(Transaction transaction, AuditNote note);

  /** The latest entries of the audit after the cursor, latest first. */
  List<AuditEntry> audit(AuditFilter filter, @Nullable Cursor after, int limit);

  /**
   * Removes entries older than that, {@code limit} at the most.
   *
   * @return how many
   */
  int pruneAudit(Duration olderThan, int limit);

  /**
   * How many ready tasks of the same flow and bucket come before this one, counted up to {@code
   * most}.
   */
  int ahead(Candidate task, int most);

  /**
   * Where a limit of the cluster stands; takes nothing.
   *
   * @param name as {@link dev.baton.task.internal.Permit#name} has it
   * @param most holders that are named
   */
  LimitState limit(String name, int most);

  /** A transition and what it adds to the audit. */
  record NotedTransition(Transition transition, AuditNote note) {}
}
