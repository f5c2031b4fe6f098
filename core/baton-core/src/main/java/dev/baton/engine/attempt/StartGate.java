package dev.baton.engine.attempt;

import dev.baton.engine.base.Pauses;
import dev.baton.engine.lease.LeaseWatch;
import dev.baton.engine.lease.LeasedTask;
import dev.baton.task.internal.Task;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a handler may start. It is asked as late as possible: between the moment a claim
 * is sent and the start there may be a wait for a row's lock, a slot, a thread or a connection, and
 * by then an operator may have paused the task, or another node may have it. Thread-safe.
 */
public final class StartGate {
  private final BucketGate buckets;
  private final Pauses pauses;
  private final LeaseWatch watch;

  /** Which buckets run on this node. */
  @FunctionalInterface
  public interface BucketGate {
    /** Why no task of the bucket may start; null when it may. */
    @Nullable String obstacle(String bucket);
  }

  public StartGate(BucketGate buckets, Pauses pauses, LeaseWatch watch) {
    this.buckets = buckets;
    this.pauses = pauses;
    this.watch = watch;
  }

  /** Why the handler of a claimed task must not start; null when it may. */
  public @Nullable String obstacle(Task task, LeasedTask holding) {
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
  @Nullable String obstacleToGoOn(Task task, LeasedTask holding) {
    String obstacle = buckets.obstacle(task.spec().bucket());
    if (obstacle == null && !watch.isInForce(holding)) {
      return "its lease ended before it could start";
    }
    return obstacle;
  }

  /** A handler is about to start: from here on its lease and deadline are watched. */
  void started(LeasedTask holding) {
    watch.watch(holding);
  }
}
