package dev.baton.engine.watch;

import dev.baton.api.error.TaskNotDoneException;
import dev.baton.task.internal.FinishedTask;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One task whose end a caller on this node waits for. */
final class Watch {
  /** Most tasks end soon, and no node may be able to say so: pauses between the first reads. */
  private static final long[] EARLY_PAUSES_MILLIS = {100, 100, 200, 400};

  private final UUID id;

  /** Waited for by those who wait whatever happens before. */
  private final CompletableFuture<FinishedTask> end = new CompletableFuture<>();

  /** Waited for by those whose waiting a stop in ERROR ends too. */
  private @Nullable CompletableFuture<FinishedTask> endOrError;

  private boolean endAwaited;
  private boolean over;

  /** Until then it may be that its transaction hasn't committed yet. */
  private volatile long patientUntilNanos;

  private volatile boolean seen;

  /** When the other nodes were last told that a caller waits; the loop's own. */
  private long announcedNanos;

  private boolean announced;

  /** How many early reads were planned, and when the latest of them is due; the loop's own. */
  private int earlyReads;

  private long earlyNanos;

  Watch(UUID id, long patientUntilNanos) {
    this.id = id;
    this.patientUntilNanos = patientUntilNanos;
  }

  UUID id() {
    return id;
  }

  /** What completes when it has ended; null where this watch is over, and another is to be made. */
  synchronized @Nullable CompletableFuture<FinishedTask> awaited(boolean errorEndsIt) {
    if (over && !end.isDone()) {
      return null;
    }
    if (!errorEndsIt) {
      endAwaited = true;
      return end;
    }
    if (endOrError == null) {
      endOrError = end.copy();
    }
    return endOrError;
  }

  CompletableFuture<FinishedTask> end() {
    return end;
  }

  synchronized boolean awaitsErrors() {
    return endOrError != null && !end.isDone();
  }

  /**
   * It is in ERROR: a caller that asks from now on waits anew.
   *
   * @return whether no caller waits any more, so that this watch is over
   */
  boolean stopped(TaskNotDoneException why) {
    CompletableFuture<FinishedTask> told;
    boolean last;
    synchronized (this) {
      told = endOrError;
      endOrError = null;
      over = !endAwaited;
      last = over;
    }
    if (told != null) {
      told.completeExceptionally(why);
    }
    return last;
  }

  /** Two who wait for one task: the more patient one decides. */
  void patientUntil(long nanos) {
    if (nanos - patientUntilNanos > 0) {
      patientUntilNanos = nanos;
    }
  }

  void seen() {
    seen = true;
  }

  /** Whether not finding it means that it is gone. */
  boolean isExpected(long nowNanos) {
    return seen || nowNanos - patientUntilNanos >= 0;
  }

  /** Returns whether no early read was planned yet. */
  boolean isNew() {
    return earlyReads == 0;
  }

  /** Plans the next early read; returns whether there is one. */
  boolean plansEarlyRead(long nowNanos) {
    if (earlyReads == EARLY_PAUSES_MILLIS.length) {
      return false;
    }
    earlyNanos = nowNanos + TimeUnit.MILLISECONDS.toNanos(EARLY_PAUSES_MILLIS[earlyReads]);
    earlyReads++;
    return true;
  }

  long earlyNanos() {
    return earlyNanos;
  }

  /** Whether the other nodes have to be told now that a caller waits. */
  boolean announce(long nowNanos, Duration again) {
    boolean now = !announced || nowNanos - announcedNanos >= again.toNanos();
    if (now) {
      announced = true;
      announcedNanos = nowNanos;
    }
    return now;
  }
}
