package dev.baton.cluster;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A node's settings. Immutable: each method that takes a value returns a changed copy, and refuses
 * a value that can't work with an {@link IllegalArgumentException}.
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

  private NodeSettings() {}

  /** What each method says. */
  public static NodeSettings defaults() {
    return DEFAULTS;
  }

  /**
   * How long a held task is safe from others without renewal; also how long a crashed node's tasks
   * wait; 30 s.
   */
  public NodeSettings lease(Duration value) {
    between("lease", value, Duration.ofMillis(300), Duration.ofHours(24));
    return with(copy -> copy.lease = value);
  }

  /** See {@link #lease(Duration)}. */
  public Duration lease() {
    return lease;
  }

  /** How often ready tasks that no hint announced are looked for; 1 s. */
  public NodeSettings poll(Duration value) {
    between("poll", value, Duration.ofMillis(10), Duration.ofMinutes(1));
    return with(copy -> copy.poll = value);
  }

  /** See {@link #poll(Duration)}. */
  public Duration poll() {
    return poll;
  }

  /** How often tasks whose time is up are looked for by the leading node; 500 ms. */
  public NodeSettings sweep(Duration value) {
    between("sweep", value, Duration.ofMillis(10), Duration.ofMinutes(1));
    return with(copy -> copy.sweep = value);
  }

  /** See {@link #sweep(Duration)}. */
  public Duration sweep() {
    return sweep;
  }

  /** When a ready task that no node claimed is hinted again; 1 min. */
  public NodeSettings hintExpiry(Duration value) {
    between("hintExpiry", value, Duration.ofMillis(100), Duration.ofHours(24));
    return with(copy -> copy.hintExpiry = value);
  }

  /** See {@link #hintExpiry(Duration)}. */
  public Duration hintExpiry() {
    return hintExpiry;
  }

  /** Attempts at a time on this node, all types together; 200. */
  public NodeSettings maxRunning(int value) {
    between("maxRunning", value, 1, 100_000);
    return with(copy -> copy.maxRunning = value);
  }

  /** See {@link #maxRunning(int)}. */
  public int maxRunning() {
    return maxRunning;
  }

  /** Percentage of the heap that payloads of claimed tasks may take together; 10. */
  public NodeSettings payloadHeapPercent(int value) {
    between("payloadHeapPercent", value, 1, 80);
    return with(copy -> copy.payloadHeapPercent = value);
  }

  /** See {@link #payloadHeapPercent(int)}. */
  public int payloadHeapPercent() {
    return payloadHeapPercent;
  }

  /** Outcomes written with one statement at the most; 500. */
  public NodeSettings completionBatch(int value) {
    between("completionBatch", value, 1, 1_000);
    return with(copy -> copy.completionBatch = value);
  }

  /** See {@link #completionBatch(int)}. */
  public int completionBatch() {
    return completionBatch;
  }

  /** How long a stop waits for running handlers before it interrupts them; 20 s. */
  public NodeSettings shutdown(Duration value) {
    between("shutdown", value, Duration.ZERO, Duration.ofHours(24));
    return with(copy -> copy.shutdown = value);
  }

  /** See {@link #shutdown(Duration)}. */
  public Duration shutdown() {
    return shutdown;
  }

  /** How long finished DONE tasks are kept, zero for not at all; 7 days. */
  public NodeSettings keepDone(Duration value) {
    between("keepDone", value, Duration.ZERO, MAX_KEPT);
    return with(copy -> copy.keepDone = value);
  }

  /** See {@link #keepDone(Duration)}. */
  public Duration keepDone() {
    return keepDone;
  }

  /** How long FAILED and CANCELLED tasks are kept; 30 days. */
  public NodeSettings keepFailed(Duration value) {
    between("keepFailed", value, Duration.ofMinutes(1), MAX_KEPT);
    return with(copy -> copy.keepFailed = value);
  }

  /** See {@link #keepFailed(Duration)}. */
  public Duration keepFailed() {
    return keepFailed;
  }

  /**
   * How long a ready task waits for a node that knows its type, or whatever else it needs, before
   * it stops in ERROR; an hour.
   */
  public NodeSettings unknownTypeGrace(Duration value) {
    between("unknownTypeGrace", value, Duration.ofMillis(100), Duration.ofDays(30));
    return with(copy -> copy.unknownTypeGrace = value);
  }

  /** See {@link #unknownTypeGrace(Duration)}. */
  public Duration unknownTypeGrace() {
    return unknownTypeGrace;
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

  /** How often leases are renewed: a third of them, so that two renewals may fail. */
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
        "lease=" + lease,
        "poll=" + poll,
        "sweep=" + sweep,
        "hintExpiry=" + hintExpiry,
        "maxRunning=" + maxRunning,
        "payloadHeapPercent=" + payloadHeapPercent,
        "completionBatch=" + completionBatch,
        "shutdown=" + shutdown,
        "keepDone=" + keepDone,
        "keepFailed=" + keepFailed,
        "unknownTypeGrace=" + unknownTypeGrace);
  }

  private static void between(String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          name + " must be between " + least + " and " + most + ", not " + value);
    }
  }

  private static void between(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be between " + least + " and " + most + ", not " + value);
    }
  }
}
