package dev.baton.jdbc.operate;

import dev.baton.spi.OperatorRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many tasks one search looks through where no index leads to those that it looks for: it ends
 * then, and says where it stopped. Used by one thread.
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

  /** As above, with these numbers. */
  SearchBudget(int first, int next, int most) {
    this.window = first;
    this.next = next;
    this.most = most;
  }

  /**
   * How many tasks come next: few before anything else is tried, and as many as take little time
   * then, since those that lie on a disk take a hundred times as long as others.
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

  /** Whether it may look through more. Outside of a request only their number counts. */
  boolean lasts() {
    return lookedThrough < most && nanos() - beganNanos < OperatorRequest.PAGE_TIME.toNanos();
  }

  private long nanos() {
    return OperatorRequest.nanoTimeOf(request);
  }

  /**
   * What was found.
   *
   * @param stoppedAt where to go on, when the search ended before it knew all that it was asked
   *     for; null otherwise
   */
  record Part<T, P>(List<T> found, @Nullable P stoppedAt) {}
}
