package dev.baton.engine.base;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;

/** The buckets whose tasks this node may start now; none once it stops. Thread-safe. */
public final class RunningBuckets {
  private final Set<String> running = new ConcurrentSkipListSet<>();
  private volatile boolean closed;

  /** Answers whether it didn't run before, and does now. */
  public boolean start(String bucket) {
    return !closed && running.add(bucket);
  }

  /** Answers whether it ran until now. */
  public boolean stop(String bucket) {
    return running.remove(bucket);
  }

  /** The node stops: no bucket is started any more. */
  public void close() {
    closed = true;
  }

  /** Whether the node stops. */
  public boolean areClosed() {
    return closed;
  }

  public boolean isRunning(String bucket) {
    return !closed && running.contains(bucket);
  }

  /** Their names. */
  public Collection<String> names() {
    return new TreeSet<>(running);
  }
}
