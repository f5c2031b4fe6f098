package dev.baton.engine.operate;

import dev.baton.operate.Cursor;
import dev.baton.operate.ErrorSample;
import dev.baton.operate.ErrorSample.Standing;
import dev.baton.operate.Page;
import dev.baton.operate.TaskFilter;
import dev.baton.spi.FoundTask;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.OperatorRequest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds tasks by their latest errors. It reads candidate tasks page by page, then their errors, and
 * keeps those that match. Immutable.
 */
final class ErrorSearch {
  /** Smallest number of tasks per read, because a smaller read isn't worth a statement. */
  private static final int MIN_READ = 100;

  private static final int MAX_READ = Page.MAX_SIZE;

  /** Maximum number of reads for one page. The next page continues where this one ended. */
  private static final int MAX_QUESTIONS = 40;

  private final OperationsStore store;
  private final TaskSearch finder;

  ErrorSearch(OperationsStore store, TaskSearch finder) {
    this.store = store;
    this.finder = finder;
  }

  /** Returns a page. The page may be short or empty even if more pages follow. */
  Page<FoundTask> page(TaskFilter filter, @Nullable Cursor after, int size) {
    List<FoundTask> matching = new ArrayList<>();
    Cursor next = after;
    int reads = Math.min(MAX_READ, Math.max(size, MIN_READ));
    OperatorRequest request = OperatorRequest.current();
    long beganNanos = OperatorRequest.nanoTimeOf(request);
    for (int question = 0;
        question < MAX_QUESTIONS
            && OperatorRequest.nanoTimeOf(request) - beganNanos
                < OperatorRequest.PAGE_TIME.toNanos();
        question++) {
      Page<FoundTask> some = finder.regardlessOfErrors(filter, next, reads);
      Map<UUID, String> errors = errorsOf(some.items());
      for (FoundTask task : some.items()) {
        next = task.cursor();
        if (filter.errors().fits(task.info(errors.get(task.id())).error().orElse(""))) {
          matching.add(task);
        }
        if (matching.size() == size) {
          return new Page<>(matching, Optional.ofNullable(next));
        }
      }
      next = some.next().orElse(null);
      if (some.items().size() < reads) {
        return new Page<>(matching, Optional.ofNullable(next));
      }
      reads = MAX_READ;
    }
    return new Page<>(matching, Optional.ofNullable(next));
  }

  /** Returns the latest tasks with errors of each {@link Standing}. */
  ErrorSample sample() {
    Set<Standing> cut = EnumSet.noneOf(Standing.class);
    List<FoundTask> tasks = new ArrayList<>();
    for (Standing standing : Standing.values()) {
      TaskFilter filter = ErrorSample.filter(TaskFilter.all(), standing);
      List<FoundTask> found =
          finder.regardlessOfErrors(filter, null, ErrorSample.MAX_TASKS).items();
      tasks.addAll(found);
      if (found.size() == ErrorSample.MAX_TASKS) {
        cut.add(standing);
      }
    }
    Map<UUID, String> errors = errorsOf(tasks);
    return new ErrorSample(
        tasks.stream().map(task -> task.info(errors.get(task.id()))).toList(), cut);
  }

  private Map<UUID, String> errorsOf(List<FoundTask> tasks) {
    Set<UUID> ids = tasks.stream().map(FoundTask::id).collect(Collectors.toSet());
    return ids.isEmpty() ? Map.of() : store.latestErrors(ids);
  }
}
