package dev.baton.engine.lease;

import dev.baton.task.rule.ClaimFence;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A task that this node has claimed or tries to claim. It exists from before the claim is sent
 * until the result of the task's transition is known. It contains the lease and the version of the
 * row and, while a handler runs, the attempt. Thread-safe. The component that currently processes
 * the task updates it.
 */
public final class LeasedTask {

  /** The running attempt. The lease notifies it when it must end. */
  public interface LeasedAttempt {
    /** Returns the task's type. */
    String type();

    /** Ends the attempt, because the lease no longer belongs to this node. */
    void leaseLost();

    /** Ends the attempt, because its deadline has passed. */
    void deadlineOver();

    /** Ends the attempt, because the node stops and can't wait any longer. */
    void shutdown();

    /** Frees the slots of the attempt, because its outcome could not be written. */
    default void abandoned() {}
  }

  /** The state of the lease that this node knows. */
  private enum Lease {
    /**
     * The claim has not returned, or the transaction of the insert has not committed. The lease
     * can't be renewed yet.
     */
    UNSURE,
    /** The lease belongs to this node, and this node renews it. */
    KEPT,
    /** The lease no longer belongs to this node, or will soon end. This node doesn't renew it. */
    LOST
  }

  private final Leases all;
  private final UUID id;
  private final UUID owner;
  private final String bucket;
  private volatile long version;

  /** The bytes that this task adds to {@link Leases#bytes}; guarded by this. */
  private long bytes;

  /** True once this task has left; guarded by this. */
  private boolean hasLeft;

  private volatile long trustedUntilNanos;
  private volatile long deadlineNanos;
  private volatile @Nullable LeasedAttempt attempt;
  private final AtomicReference<Lease> lease = new AtomicReference<>(Lease.UNSURE);

  /** True if the running handler was notified that its deadline has passed. */
  private volatile boolean overdue;

  private volatile @Nullable LeasedAttempt abandonedBy;

  /** The task that entered before this one. This link remains when this task leaves. */
  private volatile @Nullable LeasedTask older;

  /** The task that entered after this one; guarded by {@link #all}. */
  private @Nullable LeasedTask newer;

  LeasedTask(Leases all, UUID id, UUID owner, String bucket) {
    this.all = all;
    this.id = id;
    this.owner = owner;
    this.bucket = bucket;
  }

  /** Sets how many bytes this task uses, or is assumed to use, in this node's memory. */
  public synchronized void carries(long some) {
    if (!hasLeft && some != bytes) {
      all.add(some - bytes);
      bytes = some;
    }
  }

  /** Records that the task has left, so that its bytes no longer count. */
  synchronized void left() {
    carries(0);
    hasLeft = true;
  }

  /**
   * Records a successful claim. The row belongs to this node until the given {@code nanoTime}. From
   * now on its lease is renewed.
   */
  public void granted(long version, long trustedUntilNanos) {
    inserted(version, trustedUntilNanos);
    committed();
  }

  /**
   * Records that an insert claims the task. Its transaction may still be open. The lease isn't
   * renewed yet.
   */
  public void inserted(long version, long trustedUntilNanos) {
    this.version = version;
    this.trustedUntilNanos = trustedUntilNanos;
  }

  /** Records that the transaction of the insert has committed. From now on the lease is renewed. */
  public void committed() {
    // If an operator has taken the task in the meantime, its lease remains lost.
    lease.compareAndSet(Lease.UNSURE, Lease.KEPT);
  }

  /**
   * Records a write of this claim that has raised the row's version and extended the lease. The
   * owner remains.
   */
  public void goesOn(long version, long trustedUntilNanos) {
    this.version = version;
    // If the task waited for that write, another renewal may have extended the lease further.
    if (isLost() || trustedUntilNanos - this.trustedUntilNanos > 0) {
      this.trustedUntilNanos = trustedUntilNanos;
    }
    lease.set(Lease.KEPT);
  }

  /** Records that the handler runs. From now on the lease is renewed only until the deadline. */
  public void running(LeasedAttempt attempt, long deadlineNanos) {
    this.deadlineNanos = deadlineNanos;
    this.overdue = false;
    this.attempt = attempt;
    if (isLost()) {
      // The task was ejected or cancelled between its claim and its start.
      attempt.leaseLost();
    }
  }

  /**
   * Stops renewing the lease, because the outcome could not be written. The lease keeper removes
   * the task later. Until then it remains here. Otherwise the keeper would treat its row as an
   * orphan whose handler never started. Allocates no memory.
   */
  public void abandon(LeasedAttempt by) {
    lease.set(Lease.LOST);
    abandonedBy = by;
  }

  /**
   * If the task was abandoned, frees its slots. Returns whether it was abandoned and its lease has
   * ended.
   */
  boolean isAbandonedAndOver(long nowNanos) {
    LeasedAttempt by = abandonedBy;
    if (by == null) {
      return false;
    }
    by.abandoned();
    return nowNanos - trustedUntilNanos >= 0;
  }

  /**
   * Removes this task, because the result of its transition is known. The lease isn't renewed any
   * more.
   */
  public void leave() {
    all.leave(this);
  }

  /**
   * Records that the handler has ended. From now on the lease is renewed until the outcome is
   * written.
   */
  public void ended() {
    attempt = null;
  }

  public UUID id() {
    return id;
  }

  /** Returns the type of the running attempt; empty if no handler runs. */
  String type() {
    @Nullable LeasedAttempt running = attempt;
    return running == null ? "" : running.type();
  }

  public UUID owner() {
    return owner;
  }

  String bucket() {
    return bucket;
  }

  public ClaimFence fence() {
    return new ClaimFence(id, version, owner);
  }

  public boolean isLost() {
    return lease.get() == Lease.LOST;
  }

  /**
   * Returns whether to renew the lease. A handler that has passed its deadline doesn't get a
   * renewal.
   */
  boolean isRenewable(long nowNanos) {
    // The flag alone isn't enough: after a pause of the process, the keeper may run before the
    // watch sets it.
    boolean isOverdue = attempt != null && (overdue || nowNanos - deadlineNanos >= 0);
    return lease.get() == Lease.KEPT && !isOverdue;
  }

  boolean isRunning() {
    return attempt != null;
  }

  long trustedUntilNanos() {
    return trustedUntilNanos;
  }

  void renewed(long untilNanos) {
    trustedUntilNanos = untilNanos;
  }

  /**
   * Returns the {@code nanoTime} at which the running task must be checked next.
   *
   * @param marginNanos length of the last part of the lease, in which the lease isn't trusted
   */
  long nextMomentNanos(long marginNanos) {
    long leaseOver = trustedUntilNanos - marginNanos;
    return overdue || deadlineNanos - leaseOver > 0 ? leaseOver : deadlineNanos;
  }

  /** Notifies the handler once its deadline has passed. */
  void passDeadline(long nowNanos) {
    LeasedAttempt running = attempt;
    if (running == null || overdue || nowNanos - deadlineNanos < 0) {
      return;
    }
    overdue = true;
    boolean isTold = false;
    try {
      running.deadlineOver();
      isTold = true;
    } finally {
      // If this failed, the next round tries again.
      overdue = isTold;
    }
  }

  /** Links this task to the previous newest one; guarded by {@link #all}. */
  void link(@Nullable LeasedTask before) {
    older = before;
    if (before != null) {
      before.newer = this;
    }
  }

  /**
   * Removes this task from the list; guarded by {@link #all}. Returns the newest remaining task.
   */
  @Nullable LeasedTask unlink(@Nullable LeasedTask newest) {
    LeasedTask before = older;
    LeasedTask after = newer;
    if (before != null && before.newer == this) {
      before.newer = after;
    }
    if (after == null) {
      return newest == this ? before : newest;
    }
    after.older = before;
    newer = null;
    return newest;
  }

  /** Returns the next older task. Following these links from the newest task needs no memory. */
  @Nullable LeasedTask older() {
    return older;
  }

  /** Notifies the handler, if one runs, that the node stops. */
  public void shutDown() {
    LeasedAttempt running = attempt;
    if (running != null) {
      running.shutdown();
    }
  }

  /** Marks the lease as lost. Returns true if it was not lost before. */
  public boolean lose() {
    // Set this before reading the attempt. An attempt that begins now sets itself first and then
    // reads the lease, so one of the two sees the other.
    if (lease.getAndSet(Lease.LOST) == Lease.LOST) {
      return false;
    }
    LeasedAttempt running = attempt;
    if (running != null) {
      running.leaseLost();
    }
    return true;
  }
}
