package dev.baton.spi;

import dev.baton.api.Cursor;
import dev.baton.api.FoundTask;
import dev.baton.api.PastAttempt;
import dev.baton.api.TaskFilter;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What people ask of the tasks beside their running: lists, histories. On the same database as the
 * {@link TaskStore}; all times are the store's own clock. Thread-safe.
 *
 * <p>Every verb may throw {@link dev.baton.api.StoreUnavailableException}.
 */
public interface OperationsStore {

  /**
   * The first tasks that the filter finds after the cursor, live ones before finished ones, in the
   * order that {@link TaskFilter} describes.
   *
   * @param after null for the beginning; without a time it stands among the live tasks
   * @throws dev.baton.api.StoreUnavailableException also when it took too long and was given up
   */
  List<FoundTask> find(TaskFilter filter, @Nullable Cursor after, int limit);

  /** The latest attempts of the task that failed, latest first, {@code limit} at the most. */
  List<PastAttempt> attempts(UUID task, int limit);
}
