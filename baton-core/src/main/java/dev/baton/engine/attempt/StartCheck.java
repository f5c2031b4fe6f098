package dev.baton.engine.attempt;

import dev.baton.engine.base.Pauses;
import dev.baton.engine.base.RunningBuckets;
import dev.baton.engine.lease.HeldTask;
import dev.baton.engine.lease.LeaseWatch;
import dev.baton.task.Task;
import org.jspecify.annotations.Nullable;

/**
 * Says whether a handler may start. It is asked as late as can be: between the moment a claim is
 * sent and the start there may be a wait for a row's lock, a slot, a thread or a connection, and by
 * then an operator may have paused the task, or another node may have it. Thread-safe.
 */
public final class StartCheck {
  private final RunningBuckets buckets;
  private final Pauses pauses;
  private final LeaseWatch watch;

  public StartCheck(RunningBuckets buckets, Pauses pauses, LeaseWatch watch) {
    this.buckets = buckets;
    this.pauses = pauses;
    this.watch = watch;
  }

  /** Why the handler of a claimed task must not start; null when it may. */
  public @Nullable String obstacle(Task task, HeldTask holding) {
    String obstacle = obstacleToGoOn(task, holding);
    if (obstacle == null && pauses.cover(task.spec().bucket(), task.spec().flow())) {
      return "it was paused before it could start";
    }
    return obstacle;
  }

  /**
   * Why a task whose handler has ended must not go on to its next state; null when it may. A pause
   * stops new starts only: what runs goes on to its end.
   */
  @Nullable String obstacleToGoOn(Task task, HeldTask holding) {
    if (buckets.areClosed()) {
      return "this node stops";
    }
    if (!buckets.isRunning(task.spec().bucket())) {
      return "its bucket is stopped on this node";
    }
    return watch.isInForce(holding) ? null : "its lease ended before it could start";
  }

  /** A handler is about to start: from here on its lease and deadline are watched. */
  void started(HeldTask holding) {
    watch.watch(holding);
  }
}
