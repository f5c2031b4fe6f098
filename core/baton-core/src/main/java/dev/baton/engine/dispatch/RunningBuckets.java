package dev.baton.engine.dispatch;

import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/** The buckets whose tasks this node may start. Thread-safe. */
public final class RunningBuckets {
  private final Set<String> names = new ConcurrentSkipListSet<>();
  private volatile boolean closed;

  /**
   * Allows the bucket's tasks to start. Returns false if the bucket was already running, or if the
   * node stops.
   */
  boolean start(String bucket) {
    return !closed && names.add(bucket);
  }

  /**
   * Prevents starts of the bucket's tasks. Returns whether the tasks could start before this call.
   */
  boolean stop(String bucket) {
    return names.remove(bucket);
  }

  /** Prevents further starts of buckets, because the node stops. */
  void close() {
    closed = true;
  }

  boolean isRunning(String bucket) {
    return !closed && names.contains(bucket);
  }

  /** Returns the buckets whose tasks may start now. */
  SortedSet<String> names() {
    return new TreeSet<>(names);
  }

  /** Returns why no task of the bucket may start; null if tasks may start. */
  public @Nullable String obstacle(String bucket) {
    if (closed) {
      return "this node stops";
    }
    return names.contains(bucket) ? null : "its bucket is stopped on this node";
  }
}
