package dev.baton.spi.core;

import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.SweepRules;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Stores tasks: the methods that every store has. If something outside Baton has damaged a row, the
 * store reads as much of it as it can. A live task then has a {@link
 * dev.baton.task.row.Task#fault}, a finished task has a note in its error, and no method fails
 * because of the row.
 *
 * <p>Every method is one batch: when it returns, its changes are durable, and the next call of any
 * node reads them. All times are on the store's clock. Thread-safe.
 *
 * <p>Every method may throw {@link dev.baton.api.error.StoreUnavailableException}; a change may
 * then have been applied or not.
 */
public interface CoreStore
    extends TaskWriter, TaskClaims, ReadyTasks, TaskSweeps, TaskLookups, StoreReports {

  /**
   * Throws if the store can't be used: its schema is missing or too old, or its settings break
   * Baton's guarantees.
   *
   * @throws dev.baton.api.error.ConfigurationException if the store can't be used; the message says
   *     what to do
   */
  void check();

  /**
   * Stops the task by a transition. Keep this default only in a store whose rows nothing outside
   * Baton can damage.
   */
  @Override
  default boolean stop(UUID id, long version, String error) {
    Optional<Task> task = find(id).filter(found -> found.position().version() == version);
    return task.isPresent()
        && Rule.UNREADABLE.allows(task.get().position().status(), Status.ERROR)
        && apply(List.of(SweepRules.unreadable(task.get(), error))).get(0);
  }

  @Override
  default Set<UUID> confirm(List<ClaimFence> held) {
    return held.stream()
        .filter(
            fence -> find(fence.id()).filter(task -> isHeld(fence, task.position())).isPresent())
        .map(ClaimFence::id)
        .collect(Collectors.toSet());
  }

  private static boolean isHeld(ClaimFence fence, Position now) {
    return now.version() == fence.version() && fence.owner().equals(now.owner());
  }
}
