package dev.baton.engine.attempt;

import dev.baton.engine.base.RunningBuckets;
import dev.baton.engine.lease.Holding;
import dev.baton.engine.lease.LeaseWatch;
import dev.baton.task.Task;
import org.jspecify.annotations.Nullable;

/**
 * Says whether a handler may start. It is asked as late as can be: between a claim and its start
 * there may be a wait for a slot, a thread or a connection, and another node may have the task by
 * then. Thread-safe.
 */
public final class StartCheck {
  private final RunningBuckets buckets;
  private final LeaseWatch watch;

  public StartCheck(RunningBuckets buckets, LeaseWatch watch) {
    this.buckets = buckets;
    this.watch = watch;
  }

  /** Why the handler must not start; null when it may. */
  public @Nullable String obstacle(Task task, Holding holding) {
    if (buckets.areClosed()) {
      return "this node stops";
    }
    if (!buckets.isRunning(task.spec().bucket())) {
      return "its bucket is stopped on this node";
    }
    return watch.isInForce(holding) ? null : "its lease ended before it could start";
  }

  /** A handler is about to start: from here on its lease and deadline are watched. */
  void started(Holding holding) {
    watch.watch(holding);
  }
}
