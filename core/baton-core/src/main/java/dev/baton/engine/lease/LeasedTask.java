package dev.baton.engine.lease;

import dev.baton.task.rule.ClaimFence;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A task in this node's memory, from before its claim is sent until the result of its transition is
 * known. It has the lease and the version of the row, and the handler's attempt while one runs.
 * Thread-safe. The part of the engine that processes the task updates it.
 */
public final class LeasedTask {

  /** The running attempt, which is notified when it must end. */
  public interface Holder {
    /** Returns the task's type. */
    String type();

    /** Ends the attempt, because the lease no longer belongs to this node. */
    void leaseLost();

    /** Ends the attempt, because its time is over. */
    void deadlineOver();

    /** Ends the attempt, because the node stops and can't wait any longer. */
    void shutdown();

    /** Gives back everything the attempt has taken, because its outcome could not be written. */
    default void abandoned() {}
  }

  /** The state of the lease, as this node knows it. */
  private enum Lease {
    /**
     * The claim has not returned, or the insert is not committed. There is nothing to renew yet.
     */
    UNSURE,
    /** The lease belongs to this node, which renews it. */
    KEPT,
    /** The lease no longer belongs to this node, or will soon end. The node doesn't renew it. */
    LOST
  }

  private final Leases all;
  private final UUID id;
  private final UUID owner;
  private final String bucket;
  private volatile long version;

  /** Bytes of this task in {@link Leases#bytes}. */
  private volatile long bytes;

  private volatile long trustedUntilNanos;
  private volatile long deadlineNanos;
  private volatile @Nullable Holder holder;
  private final AtomicReference<Lease> lease = new AtomicReference<>(Lease.UNSURE);

  /** True after the running handler was notified that its deadline is over. */
  private volatile boolean overdue;

  private volatile @Nullable Holder abandonedBy;

  /** The task entered before this one. The link remains when this one leaves. */
  private volatile @Nullable LeasedTask older;

  /** The task entered after this one; guarded by {@link #all}. */
  private @Nullable LeasedTask newer;

  LeasedTask(Leases all, UUID id, UUID owner, String bucket) {
    this.all = all;
    this.id = id;
    this.owner = owner;
    this.bucket = bucket;
  }

  /** Sets the bytes that this task has, or probably has, in this node's memory until it leaves. */
  public void carries(long some) {
    all.add(some - bytes);
    bytes = some;
  }

  long bytes() {
    return bytes;
  }

  /**
   * Records a successful claim. The row belongs to this node until this time on the node's clock,
   * and its lease is renewed from now on.
   */
  public void granted(long version, long trustedUntilNanos) {
    inserted(version, trustedUntilNanos);
    committed();
  }

  /**
   * Records a claim by an insert whose transaction may still be open. The lease isn't renewed yet.
   */
  public void inserted(long version, long trustedUntilNanos) {
    this.version = version;
    this.trustedUntilNanos = trustedUntilNanos;
  }

  /** Records that the transaction of the insert has committed. The lease is renewed from now on. */
  public void committed() {
    // One that was lost meanwhile, as by an operator, stays lost.
    lease.compareAndSet(Lease.UNSURE, Lease.KEPT);
  }

  /**
   * Records a write under the fence that has raised the version for the same owner and extended the
   * lease.
   */
  public void goesOn(long version, long trustedUntilNanos) {
    this.version = version;
    // The task may have waited for that write and been renewed meanwhile.
    if (isLost() || trustedUntilNanos - this.trustedUntilNanos > 0) {
      this.trustedUntilNanos = trustedUntilNanos;
    }
    lease.set(Lease.KEPT);
  }

  /** Records that the handler runs. The lease is renewed until the deadline. */
  public void running(Holder holder, long deadlineNanos) {
    this.deadlineNanos = deadlineNanos;
    this.overdue = false;
    this.holder = holder;
    if (isLost()) {
      // The task was ejected or cancelled between its claim and its start.
      holder.leaseLost();
    }
  }

  /**
   * Stops renewing the lease, because the outcome could not be written. The lease keeper removes
   * the task later. It remains here until another node has taken the row, so that the row isn't
   * treated as never started. Needs no memory.
   */
  public void abandon(Holder by) {
    lease.set(Lease.LOST);
    abandonedBy = by;
  }

  /** Gives back everything an abandoned attempt has taken. Returns whether its lease is over. */
  boolean isAbandonedAndOver(long nowNanos) {
    Holder by = abandonedBy;
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

  /** Records that the handler has ended. The lease is renewed until the outcome is written. */
  public void ended() {
    holder = null;
  }

  public UUID id() {
    return id;
  }

  /** Returns the type of the running attempt; empty if none runs. */
  String type() {
    @Nullable Holder running = holder;
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

  /** Returns whether to renew the lease: not while a handler runs past its deadline. */
  boolean isRenewable(long nowNanos) {
    // The flag isn't enough, because after a pause of the process the keeper may check before the
    // watch.
    boolean isOverdue = holder != null && (overdue || nowNanos - deadlineNanos >= 0);
    return lease.get() == Lease.KEPT && !isOverdue;
  }

  boolean isRunning() {
    return holder != null;
  }

  long trustedUntilNanos() {
    return trustedUntilNanos;
  }

  void renewed(long untilNanos) {
    trustedUntilNanos = untilNanos;
  }

  /**
   * Returns when the running task must be checked next, on this node's monotonic clock.
   *
   * @param marginNanos time before the end of the lease in which it isn't trusted
   */
  long nextMomentNanos(long marginNanos) {
    long leaseOver = trustedUntilNanos - marginNanos;
    return overdue || deadlineNanos - leaseOver > 0 ? leaseOver : deadlineNanos;
  }

  /** Notifies the handler that its deadline has passed, if it just has. */
  void passDeadline(long nowNanos) {
    Holder told = holder;
    if (told == null || overdue || nowNanos - deadlineNanos < 0) {
      return;
    }
    overdue = true;
    boolean isTold = false;
    try {
      told.deadlineOver();
      isTold = true;
    } finally {
      // Otherwise the next round tries again.
      overdue = isTold;
    }
  }

  /** Links this task before those entered so far; guarded by {@link #all}. */
  void link(@Nullable LeasedTask before) {
    older = before;
    if (before != null) {
      before.newer = this;
    }
  }

  /**
   * Removes this task from the links; guarded by {@link #all}. Returns the newest one that is left.
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

  /** Returns the next older task. A walk over all of them, newest first, needs no memory. */
  @Nullable LeasedTask older() {
    return older;
  }

  /** Notifies the handler, if one runs, that the node stops. */
  public void shutDown() {
    Holder told = holder;
    if (told != null) {
      told.shutdown();
    }
  }

  /** Marks the lease as lost. Returns whether it was valid until now. */
  public boolean lose() {
    // Set before the attempt is read, because an attempt that begins now reads in the other order.
    if (lease.getAndSet(Lease.LOST) == Lease.LOST) {
      return false;
    }
    Holder told = holder;
    if (told != null) {
      told.leaseLost();
    }
    return true;
  }
}
