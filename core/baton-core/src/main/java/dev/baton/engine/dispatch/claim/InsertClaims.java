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
import dev.baton.task.Candidate;
import dev.baton.task.Status;
import dev.baton.task.internal.Position;
import dev.baton.task.internal.Task;
import dev.baton.task.rule.NewTask;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Starts tasks that were claimed by their own insert: row → slot → attempt, without a candidate.
 * The insert only expects a free slot. If none is free after the commit, or the transaction used
 * too much of the lease, the node gives the task back. Thread-safe.
 */
public final class InsertClaims {
  private final NodeContext node;
  private final Slots slots;
  private final Leases held;
  private final PayloadRoom room;
  private final Runner runner;
  private final PrefetchBuffer prefetch;
  private final LeaseKeeper keeper;
  private final Supervisor supervisor;
  private volatile boolean closed;

  public InsertClaims(
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
  }

  /** Closes this, because the node stops. Tasks that commit from here on are given back. */
  public void close() {
    closed = true;
  }

  /** Returns whether this many tasks will probably find a slot. */
  public boolean hasRoomFor(int some) {
    return !closed
        && supervisor.mayClaim()
        && !room.isFull()
        && slots.inUse() + some <= node.settings().maxRunning();
  }

  /**
   * Enters a task among the leases if its insert claims it. This happens before its row can exist;
   * otherwise the lease keeper would treat the row as an orphan. Returns null if the insert doesn't
   * claim the task.
   */
  public @Nullable LeasedTask hold(NewTask task) {
    long bytes = room.of(task.spec());
    if (task.placement().status() != Status.RUNNING) {
      return null;
    }
    UUID owner = Objects.requireNonNull(task.placement().owner());
    LeasedTask holding = held.enter(task.id(), owner, task.spec().bucket());
    holding.carries(bytes);
    return holding;
  }

  /** Makes the lease keeper search for tasks whose commit has an unknown result. */
  public void scheduleOrphanScan() {
    keeper.scheduleOrphanScan();
  }

  /** Starts a committed task, or gives it back. */
  public void start(NewTask added, LeasedTask holding, long insertedNanos) {
    holding.committed();
    Task task = asTask(added);
    long leaseNanos = node.settings().lease().toNanos();
    if (closed) {
      runner.release(task, holding, "this node stops");
      return;
    }
    if (node.runtime().nanoTime() - insertedNanos > leaseNanos / 3) {
      runner.release(task, holding, "its transaction used too much of the lease");
      return;
    }
    if (node.pauses().cover(task.spec().bucket(), task.spec().flow())) {
      runner.release(task, holding, "it was paused before its transaction ended");
      return;
    }
    Candidate candidate = task.candidate();
    Slots.Answer answer = slots.book(candidate, node.definitions().get(task.spec().type()));
    if (!(answer instanceof Slot slot)) {
      runner.release(task, holding, "no slot is free");
    } else if (slot.needsPermits()) {
      // The policy says that it is local but needs permits, which only a claim can get.
      slot.free();
      runner.release(task, holding, "it needs permits of the cluster");
    } else {
      long now = node.runtime().nanoTime();
      prefetch.start(List.of(new PrefetchBuffer.Claimed(task, holding, slot, true, now)));
    }
  }

  private Task asTask(NewTask added) {
    Instant now = node.clock().now();
    Position born = added.placement().at(now, 1);
    return new Task(added.id(), added.spec(), withoutRunAt(born), now, now, now);
  }

  /** Removes the due time, which only the store knows. A guess must not be written to the row. */
  private static Position withoutRunAt(Position p) {
    return new Position(
        p.status(), p.version(), p.owner(), null, p.nextEventAt(), p.counts(), p.state(), p.data());
  }
}
