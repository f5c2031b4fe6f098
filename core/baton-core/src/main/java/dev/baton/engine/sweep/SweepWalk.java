package dev.baton.engine.sweep;

import dev.baton.spi.core.TaskSweeps.SweepPlace;
import dev.baton.task.row.Task;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The sweeper's way through the overdue tasks of one kind, page by page. It may take several
 * rounds. Each page begins after the previous one. So tasks that remain overdue don't delay other
 * tasks, even if they are many. Such tasks are locked by other transactions, run on this node
 * itself, or have rows that the database refuses to write. Only the sweeper's loop uses it.
 */
final class SweepWalk {
  /** Id that sorts before all others. */
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

  /** Returns whether more pages may follow. */
  boolean isUnderWay() {
    return behind != null;
  }

  /** Records a full page that ends with this task. */
  void readPage(Task last, long tookNanos) {
    readingNanos += tookNanos;
    Instant time = last.position().nextEventAt();
    if (time == null || last.fault() != null) {
      behind = null; // The row has no valid time, so the walk can't continue and begins again.
    } else if (behind == null) {
      // The first page returns tasks with equal times in any order. So the next page reads the
      // tasks with the last time again, sorted by id.
      behind = new SweepPlace(time, NO_ID);
    } else {
      behind = new SweepPlace(time, last.id());
    }
  }

  /** Records that the last page was read. */
  void readLast(long nowNanos, long tookNanos) {
    behind = null;
    window.seen(since, upTo, nowNanos - readingNanos, nowNanos + tookNanos);
  }
}
