package dev.baton.cluster;

import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a node. Immutable: each method that takes a value returns a changed copy, or throws
 * an {@link IllegalArgumentException} if the value is out of range.
 */
public final class NodeSettings implements Cloneable {
  private static final Duration MAX_KEPT = Duration.ofDays(3_650);
  private static final NodeSettings DEFAULTS = new NodeSettings();

  private Duration lease = Duration.ofSeconds(30);
  private Duration poll = Duration.ofSeconds(1);
  private Duration sweep = Duration.ofMillis(500);
  private Duration hintExpiry = Duration.ofMinutes(1);
  private int maxRunning = 200;
  private int payloadHeapPercent = 10;
  private int completionBatch = 500;
  private Duration shutdown = Duration.ofSeconds(20);
  private Duration keepDone = Duration.ofDays(7);
  private Duration keepFailed = Duration.ofDays(30);
  private Duration unknownTypeGrace = Duration.ofHours(1);
  private boolean sweeper = true;
  private boolean pruner = true;
  private boolean schedules = true;
  private boolean virtualThreads = true;
  private boolean threadPool = true;
  private LogNames logNames = LogNames.standard();

  private NodeSettings() {}

  /** Returns the default settings; each method names its default. */
  public static NodeSettings defaults() {
    return DEFAULTS;
  }

  /**
   * Sets how long a node owns a task without renewing the lease, which is also how long the tasks
   * of a crashed node wait; 300 ms to 24 h, 30 s by default.
   */
  public NodeSettings lease(Duration value) {
    Texts.requireBetween("lease", value, Duration.ofMillis(300), Duration.ofHours(24));
    return with(copy -> copy.lease = value);
  }

  /** Returns the value of {@link #lease(Duration)}. */
  public Duration lease() {
    return lease;
  }

  /** Sets how often a node searches for ready tasks that no hint announced; 1 s by default. */
  public NodeSettings poll(Duration value) {
    Texts.requireBetween("poll", value, Duration.ofMillis(10), Duration.ofMinutes(1));
    return with(copy -> copy.poll = value);
  }

  /** Returns the value of {@link #poll(Duration)}. */
  public Duration poll() {
    return poll;
  }

  /**
   * Sets how often the cluster's sweeper searches for tasks that are due or whose lease has
   * expired; 500 ms by default.
   */
  public NodeSettings sweep(Duration value) {
    Texts.requireBetween("sweep", value, Duration.ofMillis(10), Duration.ofMinutes(1));
    return with(copy -> copy.sweep = value);
  }

  /** Returns the value of {@link #sweep(Duration)}. */
  public Duration sweep() {
    return sweep;
  }

  /**
   * Sets how long after a hint the cluster's sweeper repeats it if no node has claimed the task; 1
   * min by default.
   */
  public NodeSettings hintExpiry(Duration value) {
    Texts.requireBetween("hintExpiry", value, Duration.ofMillis(100), Duration.ofHours(24));
    return with(copy -> copy.hintExpiry = value);
  }

  /** Returns the value of {@link #hintExpiry(Duration)}. */
  public Duration hintExpiry() {
    return hintExpiry;
  }

  /**
   * Sets how many attempts of all types together may run on this node at the same time; 200 by
   * default.
   */
  public NodeSettings maxRunning(int value) {
    between("maxRunning", value, 1, 100_000);
    return with(copy -> copy.maxRunning = value);
  }

  /** Returns the value of {@link #maxRunning(int)}. */
  public int maxRunning() {
    return maxRunning;
  }

  /**
   * Sets the percentage of the heap that the payloads of claimed tasks may use together; 10 by
   * default.
   */
  public NodeSettings payloadHeapPercent(int value) {
    between("payloadHeapPercent", value, 1, 80);
    return with(copy -> copy.payloadHeapPercent = value);
  }

  /** Returns the value of {@link #payloadHeapPercent(int)}. */
  public int payloadHeapPercent() {
    return payloadHeapPercent;
  }

  /** Sets how many outcomes a node writes with one statement, at most; 500 by default. */
  public NodeSettings completionBatch(int value) {
    between("completionBatch", value, 1, 1_000);
    return with(copy -> copy.completionBatch = value);
  }

  /** Returns the value of {@link #completionBatch(int)}. */
  public int completionBatch() {
    return completionBatch;
  }

  /** Sets how long a stop waits for running handlers before it interrupts them; 20 s by default. */
  public NodeSettings shutdown(Duration value) {
    Texts.requireBetween("shutdown", value, Duration.ZERO, Duration.ofHours(24));
    return with(copy -> copy.shutdown = value);
  }

  /** Returns the value of {@link #shutdown(Duration)}. */
  public Duration shutdown() {
    return shutdown;
  }

  /** Sets how long Baton keeps DONE tasks; zero deletes them immediately; 7 days by default. */
  public NodeSettings keepDone(Duration value) {
    Texts.requireBetween("keepDone", value, Duration.ZERO, MAX_KEPT);
    return with(copy -> copy.keepDone = value);
  }

  /** Returns the value of {@link #keepDone(Duration)}. */
  public Duration keepDone() {
    return keepDone;
  }

  /** Sets how long Baton keeps FAILED and CANCELLED tasks; 30 days by default. */
  public NodeSettings keepFailed(Duration value) {
    Texts.requireBetween("keepFailed", value, Duration.ofMinutes(1), MAX_KEPT);
    return with(copy -> copy.keepFailed = value);
  }

  /** Returns the value of {@link #keepFailed(Duration)}. */
  public Duration keepFailed() {
    return keepFailed;
  }

  /**
   * Sets how long a ready task waits for a node that is able to run it, before the task stops in
   * ERROR; an hour by default. A node is able to run a task if it knows the task's type and
   * everything else that the task needs.
   */
  public NodeSettings unknownTypeGrace(Duration value) {
    Texts.requireBetween("unknownTypeGrace", value, Duration.ofMillis(100), Duration.ofDays(30));
    return with(copy -> copy.unknownTypeGrace = value);
  }

  /** Returns the value of {@link #unknownTypeGrace(Duration)}. */
  public Duration unknownTypeGrace() {
    return unknownTypeGrace;
  }

  /**
   * Turns the sweeper of this node off. Other nodes then make due tasks ready, resume lost tasks,
   * send lost hints again, and stop tasks whose type no node knows.
   */
  public NodeSettings withoutSweeper() {
    return with(copy -> copy.sweeper = false);
  }

  /** Returns false after {@link #withoutSweeper()}. */
  public boolean hasSweeper() {
    return sweeper;
  }

  /** Turns the pruner of this node off. Other nodes then remove old tasks and node entries. */
  public NodeSettings withoutPruner() {
    return with(copy -> copy.pruner = false);
  }

  /** Returns false after {@link #withoutPruner()}. */
  public boolean hasPruner() {
    return pruner;
  }

  /**
   * Turns the scheduler of this node off. Other nodes then add the tasks of schedules. This node
   * still runs those tasks, and declares and changes schedules.
   */
  public NodeSettings withoutSchedules() {
    return with(copy -> copy.schedules = false);
  }

  /** Returns false after {@link #withoutSchedules()}. */
  public boolean hasSchedules() {
    return schedules;
  }

  /**
   * Runs handlers on a pool of platform threads, even if the JVM has virtual threads. Has no effect
   * on your own {@code NodeRuntime}.
   */
  public NodeSettings withoutVirtualThreads() {
    return with(copy -> copy.virtualThreads = false);
  }

  /** Returns false after {@link #withoutVirtualThreads()}. */
  public boolean hasVirtualThreads() {
    return virtualThreads;
  }

  /**
   * Gives each attempt a new thread, even without virtual threads, so that no attempt sees
   * thread-locals of another. A platform thread costs about 0.1 ms. Has no effect on your own
   * {@code NodeRuntime}.
   */
  public NodeSettings withoutThreadPool() {
    return with(copy -> copy.threadPool = false);
  }

  /** Returns false after {@link #withoutThreadPool()}. */
  public boolean hasThreadPool() {
    return threadPool;
  }

  /** Sets the names of the task's id, type, sub-type and version in the handler's log context. */
  public NodeSettings logNames(LogNames value) {
    return with(copy -> copy.logNames = value);
  }

  /** See {@link #logNames(LogNames)}. */
  public LogNames logNames() {
    return logNames;
  }

  private NodeSettings with(Consumer<NodeSettings> change) {
    try {
      NodeSettings copy = (NodeSettings) clone();
      change.accept(copy);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns the time between two renewals of a lease: a third of the lease, so that two renewals in
   * a row may fail.
   */
  public Duration renewEvery() {
    return lease.dividedBy(3);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NodeSettings settings && values().equals(settings.values());
  }

  @Override
  public int hashCode() {
    return values().hashCode();
  }

  @Override
  public String toString() {
    return "NodeSettings" + values();
  }

  private List<String> values() {
    return List.of(
        "lease=" + Texts.duration(lease),
        "poll=" + Texts.duration(poll),
        "sweep=" + Texts.duration(sweep),
        "hintExpiry=" + Texts.duration(hintExpiry),
        "maxRunning=" + maxRunning,
        "payloadHeapPercent=" + payloadHeapPercent,
        "completionBatch=" + completionBatch,
        "shutdown=" + Texts.duration(shutdown),
        "keepDone=" + Texts.duration(keepDone),
        "keepFailed=" + Texts.duration(keepFailed),
        "unknownTypeGrace=" + Texts.duration(unknownTypeGrace),
        "sweeper=" + sweeper,
        "pruner=" + pruner,
        "schedules=" + schedules,
        "virtualThreads=" + virtualThreads,
        "threadPool=" + threadPool,
        "logNames=" + logNames);
  }

  private static void between(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be between " + least + " and " + most + ", not " + value);
    }
  }
}
