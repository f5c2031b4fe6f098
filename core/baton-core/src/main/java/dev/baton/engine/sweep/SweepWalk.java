package dev.baton.engine.sweep;

import dev.baton.spi.core.TaskSweeps.SweepPlace;
import dev.baton.task.internal.Task;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The sweeper's way through the overdue tasks of one kind, page by page, in as many rounds as it
 * takes. Each page begins behind the one before: tasks that stay overdue (other transactions have
 * locked them, this node itself runs them, the database refuses to write them) keep no other
 * waiting, however many they are. Owned by the sweeper's loop.
 */
final class SweepWalk {
  /** Before all others. */
  private static final UUID NO_ID = new UUID(0, 0);

  private final SweepWindow window;
  private @Nullable SweepPlace behind;
  private Instant since = SweepWindow.BEGINNING;
  private Instant upTo = SweepWindow.BEGINNING;
  private long readingNanos;

  SweepWalk(long nowNanos) {
    this.window = new SweepWindow(nowNanos);
  }

  /** Where the next page begins. */
  SweepPlace place(long nowNanos, Instant now) {
    if (behind != null) {
      return behind;
    }
    since = window.since(nowNanos);
    upTo = now;
    readingNanos = 0;
    return SweepPlace.since(since);
  }

  /** Whether there may be another page. */
  boolean isUnderWay() {
    return behind != null;
  }

  /** Read a full page that ends with this task. */
  void readPage(Task last, long tookNanos) {
    readingNanos += tookNanos;
    Instant time = last.position().nextEventAt();
    if (time == null || last.fault() != null) {
      behind = null; // it has no place in the order: begin again
    } else if (behind == null) {
      // The tasks of one time came in any order: read those of the last time again, by their ids.
      behind = new SweepPlace(time, NO_ID);
    } else {
      behind = new SweepPlace(time, last.id());
    }
  }

  /** Read the last page. */
  void readLast(long nowNanos, long tookNanos) {
    behind = null;
    window.seen(since, upTo, nowNanos - readingNanos, nowNanos + tookNanos);
  }
}
