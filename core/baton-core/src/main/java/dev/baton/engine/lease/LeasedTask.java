package dev.baton.engine.lease;

import dev.baton.task.rule.ClaimFence;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One task in this node's memory, from before its claim is sent until the verdict on its end is
 * known. Thread-safe; moved on by the part of the engine that has the task in hand.
 */
public final class LeasedTask {

  /** Told when a running attempt must end. */
  public interface Holder {
    /** The task's type. */
    String type();

    /** The lease is no longer this node's. */
    void leaseLost();

    /** The attempt's time is over. */
    void deadlineOver();

    /** The node stops and can't wait any longer. */
    void shutdown();

    /** What it has taken is to be given back: its end could not be written. */
    default void abandoned() {}
  }

  private final Leases all;
  private final UUID id;
  private final UUID owner;
  private final String bucket;
  private volatile long version;

  /** What it counts for in {@link Leases#bytes}. */
  private volatile long bytes;

  private volatile long trustedUntilNanos;
  private volatile long deadlineNanos;
  private volatile @Nullable Holder holder;
  private volatile boolean lost;
  private volatile boolean overdue;
  private volatile boolean kept;
  private volatile @Nullable Holder abandonedBy;

  /** The one entered before it, as all of them are linked; stays as it is when this one leaves. */
  private volatile @Nullable LeasedTask older;

  /** The one entered after it; guarded by {@link #all}. */
  private @Nullable LeasedTask newer;

  LeasedTask(Leases all, UUID id, UUID owner, String bucket) {
    this.all = all;
    this.id = id;
    this.owner = owner;
    this.bucket = bucket;
  }

  /** So many bytes it has, or is expected to have, in this node's memory until it leaves. */
  public void carries(long some) {
    all.add(some - bytes);
    bytes = some;
  }

  long bytes() {
    return bytes;
  }

  /** A claim's answer: the row is ours until then, on our own clock, and its lease is renewed. */
  public void granted(long version, long trustedUntilNanos) {
    inserted(version, trustedUntilNanos);
    kept = true;
  }

  /** As that, by a transaction that may still be open: there is nothing to renew yet. */
  public void inserted(long version, long trustedUntilNanos) {
    this.version = version;
    this.trustedUntilNanos = trustedUntilNanos;
  }

  /** That transaction is committed: from here on the lease is renewed. */
  public void committed() {
    kept = true;
  }

  /** A write under the fence has raised the version in the same hands and prolonged the lease. */
  public void goesOn(long version, long trustedUntilNanos) {
    this.version = version;
    // It may have waited for that write, and been renewed meanwhile.
    if (lost || trustedUntilNanos - this.trustedUntilNanos > 0) {
      this.trustedUntilNanos = trustedUntilNanos;
    }
    this.lost = false;
  }

  /** The handler runs: the lease is renewed until its deadline. */
  public void running(Holder holder, long deadlineNanos) {
    this.deadlineNanos = deadlineNanos;
    this.overdue = false;
    this.holder = holder;
    if (lost) {
      // Ejected or cancelled between its claim and its start.
      holder.leaseLost();
    }
  }

  /**
   * Its end could not be written: the lease is renewed no more, and the lease keeper tidies up when
   * it can. Until another has taken the row it stays here: it isn't one that was never started.
   * Needs no memory.
   */
  public void abandon(Holder by) {
    lost = true;
    abandonedBy = by;
  }

  /** Gives back what an abandoned one had taken; answers whether its lease is over. */
  boolean isAbandonedAndOver(long nowNanos) {
    Holder by = abandonedBy;
    if (by == null) {
      return false;
    }
    by.abandoned();
    return nowNanos - trustedUntilNanos >= 0;
  }

  /** The verdict on its end is known: the lease is renewed no more. */
  public void leave() {
    all.leave(this);
  }

  /** The handler has ended: the lease is renewed until what it came to is written. */
  public void ended() {
    holder = null;
  }

  public UUID id() {
    return id;
  }

  /** The type of what runs; empty where nothing does. */
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
    return lost;
  }

  /** Whether it is in hand: not while a handler lives whose deadline has passed. */
  boolean isRenewable(long nowNanos) {
    // Not by the flag alone: after a pause the keeper may look before the watch does.
    boolean isOverdue = holder != null && (overdue || nowNanos - deadlineNanos >= 0);
    return kept && !lost && !isOverdue;
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
   * What must happen next to this holding while it runs, on this node's monotonic clock.
   *
   * @param marginNanos how long before its end the lease isn't trusted any more
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
      // Otherwise with the next look.
      overdue = isTold;
    }
  }

  /** Links it before those entered so far; guarded by {@link #all}. */
  void link(@Nullable LeasedTask before) {
    older = before;
    if (before != null) {
      before.newer = this;
    }
  }

  /** Takes it out; guarded by {@link #all}. Answers the newest that is left. */
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

  /** The next one for who looks at all of them, newest first, without memory. */
  @Nullable LeasedTask older() {
    return older;
  }

  /** The node stops: its handler, if it lives, is told. */
  public void shutDown() {
    Holder told = holder;
    if (told != null) {
      told.shutdown();
    }
  }

  /** Answers whether the lease was thought to hold until now. */
  public boolean lose() {
    if (lost) {
      return false;
    }
    // Before the holder is read: one that begins at this moment looks in the other order.
    lost = true;
    Holder told = holder;
    if (told != null) {
      told.leaseLost();
    }
    return true;
  }
}
