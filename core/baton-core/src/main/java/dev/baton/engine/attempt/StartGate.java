package dev.baton.engine.attempt;

import dev.baton.engine.base.Pauses;
import dev.baton.engine.lease.LeaseWatch;
import dev.baton.engine.lease.LeasedTask;
import dev.baton.task.row.Task;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether the handler of a claimed task may start. {@link Runner} calls it as late as
 * possible. Between a claim and the start, a task may wait for a row lock, a slot, a thread or a
 * connection. Meanwhile an operator may pause the task, or another node may take it. Thread-safe.
 */
public final class StartGate {
  private final BucketGate buckets;
  private final Pauses pauses;
  private final LeaseWatch watch;

  /** Decides which buckets, that is which shares of the tasks, this node runs. */
  @FunctionalInterface
  public interface BucketGate {
    /** Returns why no task of the bucket may start; null if tasks may start. */
    @Nullable String obstacle(String bucket);
  }

  public StartGate(BucketGate buckets, Pauses pauses, LeaseWatch watch) {
    this.buckets = buckets;
    this.pauses = pauses;
    this.watch = watch;
  }

  /** Returns why the handler of a claimed task must not start; null if it may start. */
  public @Nullable String obstacle(Task task, LeasedTask leased) {
    String obstacle = obstacleToGoOn(task, leased);
    if (obstacle == null && pauses.cover(task.spec().bucket(), task.spec().flow())) {
      return "it was paused before it could start";
    }
    return obstacle;
  }

  /**
   * Returns why a running task must not continue, for example in its next state; null if it may
   * continue. A pause stops new starts only, so running tasks continue to their end.
   */
  @Nullable String obstacleToGoOn(Task task, LeasedTask leased) {
    String obstacle = buckets.obstacle(task.spec().bucket());
    if (obstacle == null && !watch.isInForce(leased)) {
      return "its lease ended before it could start";
    }
    return obstacle;
  }

  /** Watches the lease and the deadline of a handler that is about to start. */
  void started(LeasedTask leased) {
    watch.watch(leased);
  }
}
