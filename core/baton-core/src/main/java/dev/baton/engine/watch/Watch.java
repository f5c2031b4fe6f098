package dev.baton.engine.watch;

import dev.baton.api.error.TaskNotDoneException;
import dev.baton.task.internal.FinishedTask;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A task whose end a caller on this node awaits. */
final class Watch {
  /**
   * Pauses between the first reads. Most tasks end soon, and possibly no node can send a notice.
   */
  private static final long[] EARLY_PAUSES_MILLIS = {100, 100, 200, 400};

  private final UUID id;

  /** Completes for callers that wait until the task has finished. */
  private final CompletableFuture<FinishedTask> end = new CompletableFuture<>();

  /** Completes for callers whose wait also ends when the task stops in ERROR. */
  private @Nullable CompletableFuture<FinishedTask> endOrError;

  private boolean endAwaited;
  private boolean over;

  /** Until this time the task's transaction may not have committed yet. */
  private volatile long patientUntilNanos;

  private volatile boolean seen;
  private volatile boolean inError;

  /** When the other nodes were last notified that a caller waits. Only the loop uses this. */
  private long announcedNanos;

  private boolean announced;

  /**
   * Number of early reads planned. {@code earlyNanos} is when the latest one is due. Only the loop
   * uses these.
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
   * Returns the future that completes when the task has ended. Returns null if this watch is over
   * and a new one is needed.
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
   * Ends the waits of callers that wait for ERROR too. A caller that asks after this starts a new
   * wait.
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

  /** Extends the patience. If two callers wait for one task, the more patient one decides. */
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

  /** Returns whether a missing row means that the task is gone. */
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

  /** Returns whether to notify the other nodes now that a caller waits. */
  boolean announce(long nowNanos, Duration again) {
    boolean now = !announced || nowNanos - announcedNanos >= again.toNanos();
    if (now) {
      announced = true;
      announcedNanos = nowNanos;
    }
    return now;
  }
}
