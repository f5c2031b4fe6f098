package dev.baton.engine.watch;

import dev.baton.api.error.TaskNotDoneException;
import dev.baton.task.row.FinishedTask;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A task whose end callers on this node await. */
final class Watch {
  /**
   * Pauses between the first reads of a task. Most tasks end soon, and there may be no node that
   * can send a notice.
   */
  private static final long[] EARLY_PAUSES_MILLIS = {100, 100, 200, 400};

  private final UUID id;

  /** Completes when the task has finished. */
  private final CompletableFuture<FinishedTask> end = new CompletableFuture<>();

  /** Completes when the task has finished or stopped in ERROR; null if no caller waits for that. */
  private @Nullable CompletableFuture<FinishedTask> endOrError;

  private boolean endAwaited;
  private boolean over;

  /**
   * {@code nanoTime} until which the task may be missing, because its transaction may not have
   * committed yet.
   */
  private volatile long patientUntilNanos;

  private volatile boolean seen;
  private volatile boolean inError;

  /** {@code nanoTime} of the last announcement to the other nodes. Only the loop uses this. */
  private long announcedNanos;

  private boolean announced;

  /**
   * Number of early reads that were planned. {@code earlyNanos} is the {@code nanoTime} of the
   * latest one. Only the loop uses these.
   */
  private int earlyReads;

  private long earlyNanos;

  Watch(UUID id, long patientUntilNanos) {
    this.id = id;
    this.patientUntilNanos = patientUntilNanos;
  }

  UUID id() {
    return id;
  }

  /**
   * Returns the future that completes when the task has ended. Returns null if this watch is over,
   * and the caller needs a new watch.
   */
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
   * Ends the waits that also end when the task stops in ERROR. A caller that asks after this call
   * starts a new wait.
   *
   * @return true if no caller waits any more, so that this watch is over
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

  /**
   * Allows the task to be missing until this {@code nanoTime}. If two callers wait for one task,
   * the later time counts.
   */
  void patientUntil(long nanos) {
    if (nanos - patientUntilNanos > 0) {
      patientUntilNanos = nanos;
    }
  }

  void seen(boolean isInError) {
    seen = true;
    inError = isInError;
  }

  boolean isInError() {
    return inError;
  }

  /** Returns whether the task must be gone if its row is missing. */
  boolean isExpected(long nowNanos) {
    return seen || nowNanos - patientUntilNanos >= 0;
  }

  /** Returns whether no early read was planned yet. */
  boolean isNew() {
    return earlyReads == 0;
  }

  /** Plans the next early read. Returns false if there were enough. */
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

  /** Returns whether to announce now to the other nodes that a caller waits. */
  boolean announce(long nowNanos, Duration again) {
    boolean now = !announced || nowNanos - announcedNanos >= again.toNanos();
    if (now) {
      announced = true;
      announcedNanos = nowNanos;
    }
    return now;
  }
}
