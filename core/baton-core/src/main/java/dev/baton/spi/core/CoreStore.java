package dev.baton.spi.core;

import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.internal.Position;
import dev.baton.task.internal.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.SweepRules;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Where tasks live: what every store can do. A row that something else has broken is read as far as
 * it can be: a live task then has a {@link dev.baton.task.internal.Task#fault}, a finished one says
 * so in its error, and no verb fails for it.
 *
 * <p>Every verb is one batch by itself: what it answers is durable, and the next verb of any node
 * sees it. All times are the store's own clock. Thread-safe.
 *
 * <p>Every verb may throw {@link dev.baton.api.error.StoreUnavailableException}; the caller then
 * doesn't know whether it was applied.
 */
public interface CoreStore
    extends TaskWriter, TaskClaims, ReadyTasks, TaskSweeps, TaskLookups, StoreReports {

  /**
   * Fails, with words that help, when the store can't be used as it is: schema missing or too old,
   * settings that break promises.
   *
   * @throws dev.baton.api.error.ConfigurationException with what to do
   */
  void check();

  /** For a store whose rows nothing else can break. */
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
