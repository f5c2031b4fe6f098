package dev.baton.engine.dispatch.claim;

import dev.baton.engine.attempt.Runner;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.base.Supervisor;
import dev.baton.engine.dispatch.slot.PayloadRoom;
import dev.baton.engine.dispatch.slot.Slot;
import dev.baton.engine.dispatch.slot.Slots;
import dev.baton.engine.lease.LeaseKeeper;
import dev.baton.engine.lease.LeasedTask;
import dev.baton.engine.lease.Leases;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.rule.NewTask;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Starts tasks that this node claimed in the insert that added them: row → slot → attempt, without
 * a candidate. The insert doesn't book a slot; it only expects that one is free. After the commit,
 * the node gives the task back if no slot is free or if the transaction used too much of the lease.
 * Thread-safe.
 */
public final class InsertClaims {
  private final NodeContext node;
  private final Slots slots;
  private final Leases leases;
  private final PayloadRoom room;
  private final Runner runner;
  private final PrefetchBuffer prefetch;
  private final LeaseKeeper keeper;
  private final Supervisor supervisor;
  private volatile boolean closed;

  public InsertClaims(
      NodeContext node,
      Slots slots,
      Leases leases,
      Runner runner,
      PrefetchBuffer prefetch,
      LeaseKeeper keeper,
      PayloadRoom room,
      Supervisor supervisor) {
    this.room = room;
    this.supervisor = supervisor;
    this.node = node;
    this.slots = slots;
    this.leases = leases;
    this.runner = runner;
    this.prefetch = prefetch;
    this.keeper = keeper;
  }

  /**
   * Stops starting tasks, because the node stops. Tasks whose transaction commits after this are
   * given back.
   */
  public void close() {
    closed = true;
  }

  /** Returns whether the given number of new tasks would probably all get a slot. */
  public boolean hasRoomFor(int some) {
    return !closed
        && supervisor.mayClaim()
        && !room.isFull()
        && slots.inUse() + some <= node.settings().maxRunning();
  }

  /**
   * If the insert claims the task, enters it in the leases and returns it. Call this before the row
   * can exist. Otherwise the lease keeper could find the row and give it back as an orphan. Returns
   * null if the insert doesn't claim the task.
   */
  public @Nullable LeasedTask enter(NewTask task) {
    long bytes = room.of(task.spec());
    if (task.placement().status() != Status.RUNNING) {
      return null;
    }
    UUID owner = Objects.requireNonNull(task.placement().owner());
    LeasedTask leased = leases.enter(task.id(), owner, task.spec().bucket());
    leased.carries(bytes);
    return leased;
  }

  /** Makes the lease keeper search for tasks whose commit may or may not have succeeded. */
  public void scheduleOrphanScan() {
    keeper.scheduleOrphanScan();
  }

  /** Starts a task whose insert has committed, or gives it back. */
  public void start(NewTask added, LeasedTask leased, long insertedNanos) {
    leased.committed();
    Task task = asTask(added);
    long leaseNanos = node.settings().lease().toNanos();
    if (closed) {
      runner.release(task, leased, "this node stops");
      return;
    }
    if (node.runtime().nanoTime() - insertedNanos > leaseNanos / 3) {
      runner.release(task, leased, "its transaction used too much of the lease");
      return;
    }
    if (node.pauses().cover(task.spec().bucket(), task.spec().flow())) {
      runner.release(task, leased, "it was paused before its transaction ended");
      return;
    }
    Candidate candidate = task.candidate();
    Slots.SlotBooking answer = slots.book(candidate, node.definitions().get(task.spec().type()));
    if (!(answer instanceof Slot slot)) {
      runner.release(task, leased, "no slot is free");
    } else if (slot.needsPermits()) {
      // The policy says that it is local, but it needs permits of a cluster limit. Only a claim can
      // get those.
      slot.free();
      runner.release(task, leased, "it needs permits of the cluster");
    } else {
      long now = node.runtime().nanoTime();
      prefetch.start(List.of(new PrefetchBuffer.ClaimedTask(task, leased, slot, true, now)));
    }
  }

  private Task asTask(NewTask added) {
    Instant now = node.clock().now();
    Position born = added.placement().at(now, 1);
    return new Task(added.id(), added.spec(), withoutRunAt(born), now, now, now);
  }

  /**
   * Removes the due time, because only the store knows it. A later write must not store this node's
   * guess.
   */
  private static Position withoutRunAt(Position p) {
    return new Position(
        p.status(), p.version(), p.owner(), null, p.nextEventAt(), p.counts(), p.state(), p.data());
  }
}
