package dev.baton.engine.attempt;

import dev.baton.engine.base.Pauses;
import dev.baton.engine.lease.LeaseWatch;
import dev.baton.engine.lease.LeasedTask;
import dev.baton.task.internal.Task;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/**
 * Says whether a handler may start: in which buckets, and which task. It is asked as late as can
 * be: between the moment a claim is sent and the start there may be a wait for a row's lock, a
 * slot, a thread or a connection, and by then an operator may have paused the task, or another node
 * may have it. Thread-safe.
 */
public final class StartGate {
  private final Set<String> running = new ConcurrentSkipListSet<>();
  private volatile boolean closed;
  private final Pauses pauses;
  private final LeaseWatch watch;

  public StartGate(Pauses pauses, LeaseWatch watch) {
    this.pauses = pauses;
    this.watch = watch;
  }

  /** The bucket's tasks may start; answers whether they mightn't before, and do now. */
  public boolean start(String bucket) {
    return !closed && running.add(bucket);
  }

  /** The bucket's tasks may not start; answers whether they might until now. */
  public boolean stop(String bucket) {
    return running.remove(bucket);
  }

  /** The node stops: no bucket is started any more. */
  public void close() {
    closed = true;
  }

  public boolean isRunning(String bucket) {
    return !closed && running.contains(bucket);
  }

  /** The buckets whose tasks may start now. */
  public SortedSet<String> runningBuckets() {
    return new TreeSet<>(running);
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
    if (closed) {
      return "this node stops";
    }
    if (!running.contains(task.spec().bucket())) {
      return "its bucket is stopped on this node";
    }
    return watch.isInForce(holding) ? null : "its lease ended before it could start";
  }

  /** A handler is about to start: from here on its lease and deadline are watched. */
  void started(LeasedTask holding) {
    watch.watch(holding);
  }
}
