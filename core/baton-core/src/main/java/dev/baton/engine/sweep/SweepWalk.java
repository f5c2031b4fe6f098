package dev.baton.engine.sweep;

import dev.baton.spi.core.TaskSweeps.SweepPlace;
import dev.baton.task.internal.Task;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The sweeper's walk through the overdue tasks of one kind, page by page, over several rounds if
 * needed. Each page begins after the one before. So tasks that remain overdue don't delay others,
 * whatever their number: tasks locked by other transactions, tasks that this node itself runs, and
 * tasks that the database refuses to write. Owned by the sweeper's loop.
 */
final class SweepWalk {
  /** Sorts before all other ids. */
  private static final UUID NO_ID = new UUID(0, 0);

  private final SweepWindow window;
  private @Nullable SweepPlace behind;
  private Instant since = SweepWindow.BEGINNING;
  private Instant upTo = SweepWindow.BEGINNING;
  private long readingNanos;

  SweepWalk(long nowNanos) {
    this.window = new SweepWindow(nowNanos);
  }

  /** Returns where the next page begins. */
  SweepPlace place(long nowNanos, Instant now) {
    if (behind != null) {
      return behind;
    }
    since = window.since(nowNanos);
    upTo = now;
    readingNanos = 0;
    return SweepPlace.since(since);
  }

  /** Returns whether there may be another page. */
  boolean isUnderWay() {
    return behind != null;
  }

  /** Records a full page that ends with this task. */
  void readPage(Task last, long tookNanos) {
    readingNanos += tookNanos;
    Instant time = last.position().nextEventAt();
    if (time == null || last.fault() != null) {
      behind = null; // The task has no place in the order, so the walk begins again.
    } else if (behind == null) {
      // Tasks with equal times came in any order. Those with the last time are read again, by id.
      behind = new SweepPlace(time, NO_ID);
    } else {
      behind = new SweepPlace(time, last.id());
    }
  }

  /** Records the last page. */
  void readLast(long nowNanos, long tookNanos) {
    behind = null;
    window.seen(since, upTo, nowNanos - readingNanos, nowNanos + tookNanos);
  }
}
