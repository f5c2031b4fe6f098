package dev.baton.engine.add;

import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.dispatch.claim.InsertClaims;
import dev.baton.engine.lease.LeasedTask;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.NewTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Watches the transactions of tasks that were claimed in the insert that adds them: row → claim.
 * After a commit, {@link InsertClaims} starts the tasks. After a rollback, this class forgets them.
 * Thread-safe.
 */
public final class LocalDispatch {
  private static final Duration UNTIL_WOKEN = Duration.ofMinutes(1);
  private static final int CONFIRM_BATCH = 500;

  /** A task that the insert has claimed. Its transaction may still be open. */
  record PendingInsert(NewTask task, LeasedTask leased, long insertedNanos) {}

  private final NodeContext node;
  private final InsertClaims claims;
  private final AtomicInteger pending = new AtomicInteger();
  private final ConcurrentLinkedQueue<PendingInsert> unconfirmed = new ConcurrentLinkedQueue<>();
  private final Loop loop;

  public LocalDispatch(NodeContext node, InsertClaims claims) {
    this.node = node;
    this.claims = claims;
    this.loop = new Loop("local dispatch", node.runtime(), node.events(), this::confirm);
  }

  public Loop loop() {
    return loop;
  }

  /** Returns whether the given number of further tasks would probably all get a slot. */
  boolean hasRoomFor(int more) {
    return claims.hasRoomFor(pending.get() + more);
  }

  /**
   * Enters the tasks that the insert will claim in the leases. Call this before their rows can
   * exist. Otherwise the lease keeper could find the rows and give them back as orphans.
   */
  Map<NewTask, PendingInsert> enter(List<NewTask> tasks) {
    Map<NewTask, PendingInsert> entered = new IdentityHashMap<>();
    long now = node.runtime().nanoTime();
    for (NewTask task : tasks) {
      LeasedTask leased = claims.enter(task);
      if (leased != null) {
        entered.put(task, new PendingInsert(task, leased, now));
      }
    }
    return entered;
  }

  /** Removes a task that was not inserted. */
  void leave(PendingInsert one) {
    one.leased().leave();
  }

  void inserted(List<PendingInsert> some) {
    long leaseNanos = node.settings().lease().toNanos();
    some.forEach(one -> one.leased().inserted(1, one.insertedNanos() + leaseNanos));
    pending.addAndGet(some.size());
  }

  /** Removes tasks whose transaction was rolled back. */
  void forget(List<PendingInsert> some) {
    pending.addAndGet(-some.size());
    some.forEach(this::leave);
  }

  /**
   * Removes tasks whose commit may or may not have succeeded. The lease keeper then searches for
   * their rows.
   */
  void doubt(List<PendingInsert> some) {
    forget(some);
    claims.scheduleOrphanScan();
  }

  /**
   * Starts tasks whose transaction has committed.
   *
   * @param surelyThere false if code other than Baton's ran in the transaction. That code may have
   *     undone the insert unnoticed, so the rows are read first
   */
  void committed(List<PendingInsert> some, boolean surelyThere) {
    if (surelyThere) {
      some.forEach(this::start);
    } else {
      unconfirmed.addAll(some);
      loop.wake();
    }
  }

  private Duration confirm() {
    List<PendingInsert> batch = new ArrayList<>();
    Set<UUID> asked = new HashSet<>();
    for (PendingInsert one : unconfirmed) {
      // The reply contains only task ids. If a transaction added the same id twice, two calls are
      // needed.
      if (batch.size() == CONFIRM_BATCH || !asked.add(one.task().id())) {
        break;
      }
      batch.add(one);
    }
    if (batch.isEmpty()) {
      return UNTIL_WOKEN;
    }
    List<ClaimFence> fences = batch.stream().map(one -> one.leased().fence()).toList();
    Set<UUID> there = node.claims().confirm(fences);
    for (PendingInsert one : batch) {
      unconfirmed.poll();
      if (there.contains(one.task().id())) {
        start(one);
      } else {
        pending.decrementAndGet();
        one.leased().leave();
      }
    }
    return Duration.ZERO;
  }

  private void start(PendingInsert one) {
    pending.decrementAndGet();
    claims.start(one.task(), one.leased(), one.insertedNanos());
  }
}
