package dev.baton.engine.add;

import dev.baton.engine.attempt.Runner;
import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.base.Supervisor;
import dev.baton.engine.dispatch.claim.PrefetchBuffer;
import dev.baton.engine.dispatch.slot.PayloadRoom;
import dev.baton.engine.dispatch.slot.Slot;
import dev.baton.engine.dispatch.slot.Slots;
import dev.baton.engine.lease.LeaseKeeper;
import dev.baton.engine.lease.LeasedTask;
import dev.baton.engine.lease.Leases;
import dev.baton.task.Candidate;
import dev.baton.task.Status;
import dev.baton.task.internal.Position;
import dev.baton.task.internal.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.NewTask;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Starts tasks that were claimed by their insert, after their transaction has committed. This is
 * the short path: row → claim → slot → attempt. The insert only expected a free slot. If none is
 * free after the commit, or the transaction used too much of the lease, the node gives the task
 * back. Thread-safe.
 */
public final class LocalDispatch {
  private static final Duration UNTIL_WOKEN = Duration.ofMinutes(1);
  private static final int CONFIRM_BATCH = 500;

  /** A task that was claimed by its insert and whose transaction may still be open. */
  record Pending(NewTask task, LeasedTask holding, long insertedNanos) {}

  private final NodeContext node;
  private final Slots slots;
  private final Leases held;
  private final PayloadRoom room;
  private final Runner runner;
  private final PrefetchBuffer prefetch;
  private final LeaseKeeper keeper;
  private final Supervisor supervisor;
  private final AtomicInteger pending = new AtomicInteger();
  private final ConcurrentLinkedQueue<Pending> unconfirmed = new ConcurrentLinkedQueue<>();
  private final Loop loop;
  private volatile boolean closed;

  public LocalDispatch(
      NodeContext node,
      Slots slots,
      Leases held,
      Runner runner,
      PrefetchBuffer prefetch,
      LeaseKeeper keeper,
      PayloadRoom room,
      Supervisor supervisor) {
    this.room = room;
    this.supervisor = supervisor;
    this.node = node;
    this.slots = slots;
    this.held = held;
    this.runner = runner;
    this.prefetch = prefetch;
    this.keeper = keeper;
    this.loop = new Loop("local dispatch", node.runtime(), node.events(), this::confirm);
  }

  public Loop loop() {
    return loop;
  }

  /** Gives back all tasks that commit from now on, because the node stops. */
  public void close() {
    closed = true;
  }

  /** Returns whether this many more tasks will probably find a slot. */
  boolean hasRoomFor(int more) {
    return !closed
        && supervisor.mayClaim()
        && !room.isFull()
        && slots.inUse() + pending.get() + more <= node.settings().maxRunning();
  }

  /**
   * Enters the tasks that their insert claims among the leases, before their rows can exist.
   * Otherwise the lease keeper would treat them as orphans.
   */
  Map<NewTask, Pending> enter(List<NewTask> tasks) {
    Map<NewTask, Pending> entered = new IdentityHashMap<>();
    long now = node.runtime().nanoTime();
    for (NewTask task : tasks) {
      long bytes = room.of(task.spec());
      if (task.placement().status() == Status.RUNNING) {
        UUID owner = Objects.requireNonNull(task.placement().owner());
        LeasedTask holding = held.enter(task.id(), owner, task.spec().bucket());
        holding.carries(bytes);
        entered.put(task, new Pending(task, holding, now));
      }
    }
    return entered;
  }

  /** Removes a task that was never inserted. */
  void leave(Pending one) {
    one.holding().leave();
  }

  void inserted(List<Pending> some) {
    long leaseNanos = node.settings().lease().toNanos();
    some.forEach(one -> one.holding().inserted(1, one.insertedNanos() + leaseNanos));
    pending.addAndGet(some.size());
  }

  /** Removes tasks whose transaction was rolled back. */
  void forget(List<Pending> some) {
    pending.addAndGet(-some.size());
    some.forEach(this::leave);
  }

  /** Removes tasks whose commit has an unknown result. The lease keeper searches for their rows. */
  void doubt(List<Pending> some) {
    forget(some);
    keeper.scheduleOrphanScan();
  }

  /**
   * Starts tasks whose transaction has committed.
   *
   * @param surelyThere false if code other than Baton's ran in the transaction. That code may have
   *     undone the insert without any visible sign, so the rows are read first
   */
  void committed(List<Pending> some, boolean surelyThere) {
    if (surelyThere) {
      some.forEach(this::start);
    } else {
      unconfirmed.addAll(some);
      loop.wake();
    }
  }

  private Duration confirm() {
    List<Pending> batch = new ArrayList<>();
    Set<UUID> asked = new HashSet<>();
    for (Pending one : unconfirmed) {
      // The reply identifies tasks by id. An id that was added twice in a transaction is asked for
      // in two calls.
      if (batch.size() == CONFIRM_BATCH || !asked.add(one.task().id())) {
        break;
      }
      batch.add(one);
    }
    if (batch.isEmpty()) {
      return UNTIL_WOKEN;
    }
    List<ClaimFence> fences = batch.stream().map(one -> one.holding().fence()).toList();
    Set<UUID> there = node.claims().confirm(fences);
    for (Pending one : batch) {
      unconfirmed.poll();
      if (there.contains(one.task().id())) {
        start(one);
      } else {
        pending.decrementAndGet();
        one.holding().leave();
      }
    }
    return Duration.ZERO;
  }

  private void start(Pending one) {
    pending.decrementAndGet();
    one.holding().committed();
    Task task = asTask(one.task());
    long leaseNanos = node.settings().lease().toNanos();
    if (closed) {
      runner.release(task, one.holding(), "this node stops");
      return;
    }
    if (node.runtime().nanoTime() - one.insertedNanos() > leaseNanos / 3) {
      runner.release(task, one.holding(), "its transaction used too much of the lease");
      return;
    }
    if (node.pauses().cover(task.spec().bucket(), task.spec().flow())) {
      runner.release(task, one.holding(), "it was paused before its transaction ended");
      return;
    }
    Candidate candidate = Candidate.of(task);
    Slots.Answer answer = slots.book(candidate, node.definitions().get(task.spec().type()));
    if (!(answer instanceof Slot slot)) {
      runner.release(task, one.holding(), "no slot is free");
    } else if (slot.needsPermits()) {
      // The policy's isLocal() doesn't match the permits that it needs. Only a claim can get them.
      slot.free();
      runner.release(task, one.holding(), "it needs permits of the cluster");
    } else {
      long now = node.runtime().nanoTime();
      prefetch.start(List.of(new PrefetchBuffer.Claimed(task, one.holding(), slot, true, now)));
    }
  }

  private Task asTask(NewTask added) {
    Instant now = node.clock().now();
    Position born = added.placement().at(now, 1);
    return new Task(added.id(), added.spec(), withoutRunAt(born), now, now, now);
  }

  /**
   * Leaves out the due time. Only the store knows it, and an estimate must never be written to the
   * row.
   */
  private static Position withoutRunAt(Position p) {
    return new Position(
        p.status(), p.version(), p.owner(), null, p.nextEventAt(), p.counts(), p.state(), p.data());
  }
}
