package dev.baton.engine.watch;

import dev.baton.task.FinishedTask;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** One task whose end somebody waits for. */
final class Watch {
  private final UUID id;
  private final CompletableFuture<FinishedTask> end = new CompletableFuture<>();

  /** Until then it may be that its transaction hasn't committed yet. */
  private volatile long patientUntilNanos;

  private volatile boolean seen;

  /** When the other nodes were last told that somebody waits; the loop's own. */
  private long announcedNanos;

  private boolean announced;

  Watch(UUID id, long patientUntilNanos) {
    this.id = id;
    this.patientUntilNanos = patientUntilNanos;
  }

  UUID id() {
    return id;
  }

  CompletableFuture<FinishedTask> end() {
    return end;
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

  /** Whether the other nodes have to be told now that somebody waits. */
  boolean announce(long nowNanos, Duration again) {
    boolean now = !announced || nowNanos - announcedNanos >= again.toNanos();
    if (now) {
      announced = true;
      announcedNanos = nowNanos;
    }
    return now;
  }
}
