package dev.baton.api.cluster;

import java.time.Duration;

/**
 * A node's settings. Immutable: each method returns a changed copy; a combination that can't work
 * is refused where it is built.
 *
 * @param lease how long a held task is safe from others without renewal; also how long a crashed
 *     node's tasks wait
 * @param poll how often ready tasks that no hint announced are looked for
 * @param sweep how often tasks whose time is up are looked for by the leading node
 * @param hintExpiry when a ready task that no node claimed is hinted again
 * @param maxRunning attempts at a time on this node, all types together
 * @param completionBatch outcomes written with one statement at the most
 * @param shutdown how long a stop waits for running handlers before it interrupts them
 * @param keepDone how long finished DONE tasks are kept; zero for not at all
 * @param keepFailed how long FAILED and CANCELLED tasks are kept
 * @param unknownTypeGrace how long a ready task waits for a node that knows its type, or whatever
 *     else it needs, before it stops in ERROR
 */
public record NodeSettings(
    Duration lease,
    Duration poll,
    Duration sweep,
    Duration hintExpiry,
    int maxRunning,
    int completionBatch,
    Duration shutdown,
    Duration keepDone,
    Duration keepFailed,
    Duration unknownTypeGrace) {

  public NodeSettings {
    between("lease", lease, Duration.ofMillis(300), Duration.ofHours(24));
    between("poll", poll, Duration.ofMillis(10), Duration.ofMinutes(1));
    between("sweep", sweep, Duration.ofMillis(10), Duration.ofMinutes(1));
    between("hintExpiry", hintExpiry, Duration.ofMillis(100), Duration.ofHours(24));
    between("shutdown", shutdown, Duration.ZERO, Duration.ofHours(24));
    between("keepDone", keepDone, Duration.ZERO, Duration.ofDays(3_650));
    between("keepFailed", keepFailed, Duration.ofMinutes(1), Duration.ofDays(3_650));
    between("unknownTypeGrace", unknownTypeGrace, Duration.ofMillis(100), Duration.ofDays(30));
    between("maxRunning", maxRunning, 1, 100_000);
    between("completionBatch", completionBatch, 1, 1_000);
  }

  /**
   * Lease 30 s, poll 1 s, sweep 500 ms, hint expiry 1 min, 200 attempts at a time, completions in
   * batches of up to 500, 20 s to shut down; DONE kept for 7 days, FAILED and CANCELLED for 30; an
   * hour for a node that knows a type.
   */
  public static NodeSettings defaults() {
    return new NodeSettings(
        Duration.ofSeconds(30),
        Duration.ofSeconds(1),
        Duration.ofMillis(500),
        Duration.ofMinutes(1),
        200,
        500,
        Duration.ofSeconds(20),
        Duration.ofDays(7),
        Duration.ofDays(30),
        Duration.ofHours(1));
  }

  public NodeSettings lease(Duration value) {
    return new NodeSettings(
        value,
        poll,
        sweep,
        hintExpiry,
        maxRunning,
        completionBatch,
        shutdown,
        keepDone,
        keepFailed,
        unknownTypeGrace);
  }

  public NodeSettings poll(Duration value) {
    return new NodeSettings(
        lease,
        value,
        sweep,
        hintExpiry,
        maxRunning,
        completionBatch,
        shutdown,
        keepDone,
        keepFailed,
        unknownTypeGrace);
  }

  public NodeSettings sweep(Duration value) {
    return new NodeSettings(
        lease,
        poll,
        value,
        hintExpiry,
        maxRunning,
        completionBatch,
        shutdown,
        keepDone,
        keepFailed,
        unknownTypeGrace);
  }

  public NodeSettings hintExpiry(Duration value) {
    return new NodeSettings(
        lease,
        poll,
        sweep,
        value,
        maxRunning,
        completionBatch,
        shutdown,
        keepDone,
        keepFailed,
        unknownTypeGrace);
  }

  public NodeSettings maxRunning(int value) {
    return new NodeSettings(
        lease,
        poll,
        sweep,
        hintExpiry,
        value,
        completionBatch,
        shutdown,
        keepDone,
        keepFailed,
        unknownTypeGrace);
  }

  public NodeSettings completionBatch(int value) {
    return new NodeSettings(
        lease,
        poll,
        sweep,
        hintExpiry,
        maxRunning,
        value,
        shutdown,
        keepDone,
        keepFailed,
        unknownTypeGrace);
  }

  public NodeSettings shutdown(Duration value) {
    return new NodeSettings(
        lease,
        poll,
        sweep,
        hintExpiry,
        maxRunning,
        completionBatch,
        value,
        keepDone,
        keepFailed,
        unknownTypeGrace);
  }

  public NodeSettings keepDone(Duration value) {
    return new NodeSettings(
        lease,
        poll,
        sweep,
        hintExpiry,
        maxRunning,
        completionBatch,
        shutdown,
        value,
        keepFailed,
        unknownTypeGrace);
  }

  public NodeSettings keepFailed(Duration value) {
    return new NodeSettings(
        lease,
        poll,
        sweep,
        hintExpiry,
        maxRunning,
        completionBatch,
        shutdown,
        keepDone,
        value,
        unknownTypeGrace);
  }

  public NodeSettings unknownTypeGrace(Duration value) {
    return new NodeSettings(
        lease,
        poll,
        sweep,
        hintExpiry,
        maxRunning,
        completionBatch,
        shutdown,
        keepDone,
        keepFailed,
        value);
  }

  /** How often leases are renewed: a third of them, so that two renewals may fail. */
  public Duration renewEvery() {
    return lease.dividedBy(3);
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
