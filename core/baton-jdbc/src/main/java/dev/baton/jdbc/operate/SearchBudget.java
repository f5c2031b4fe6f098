package dev.baton.jdbc.operate;

import dev.baton.spi.OperatorRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Limits how many tasks a search reads if no index leads to the matching ones. When the limit is
 * reached, the search ends and returns where it has stopped. Only one thread uses it.
 */
final class SearchBudget {
  private static final int FIRST_WINDOW = 500;
  private static final int NEXT_WINDOW = 10_000;
  private static final long QUICK_NANOS = 20_000_000;
  private static final long SLOW_NANOS = 100_000_000;
  private static final int MAX_TASKS = 200_000;

  private final @Nullable OperatorRequest request = OperatorRequest.current();
  private final long beganNanos = nanos();
  private final int next;
  private final int most;
  private int window;
  private long latestNanos;
  private int lookedThrough;

  SearchBudget() {
    this(FIRST_WINDOW, NEXT_WINDOW, MAX_TASKS);
  }

  /** Creates a budget with these numbers. */
  SearchBudget(int first, int next, int most) {
    this.window = first;
    this.next = next;
    this.most = most;
  }

  /**
   * Returns the number of tasks to read next. The first number is small. Later numbers depend on
   * how long the last read took, because reading from disk takes a hundred times as long as from
   * memory.
   */
  int window() {
    long now = nanos();
    if (lookedThrough > 0) {
      long took = now - latestNanos;
      window =
          took > SLOW_NANOS
              ? Math.max(window / 2, 1)
              : took < QUICK_NANOS ? Math.min(4 * window, next) : window;
    }
    latestNanos = now;
    lookedThrough += window;
    return window;
  }

  /**
   * Returns whether the search may read more. Without an operator's request, only the number of
   * tasks counts.
   */
  boolean lasts() {
    return lookedThrough < most && nanos() - beganNanos < OperatorRequest.PAGE_TIME.toNanos();
  }

  private long nanos() {
    return OperatorRequest.nanoTimeOf(request);
  }

  /**
   * The tasks found.
   *
   * @param stoppedAt where to continue if the search ended early; null if it is complete
   */
  record FoundPart<T, P>(List<T> found, @Nullable P stoppedAt) {}
}
