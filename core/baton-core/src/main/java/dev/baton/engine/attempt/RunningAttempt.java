package dev.baton.engine.attempt;

import dev.baton.api.error.LeaseLostException;
import dev.baton.engine.attempt.note.AttemptNotes;
import dev.baton.engine.attempt.note.NotedAttempt;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.lease.LeasedTask;
import dev.baton.handler.Attempt;
import dev.baton.handler.internal.Definition;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.NodeRuntime.Worker;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import org.jspecify.annotations.Nullable;

/**
 * An attempt of a claimed task. The object exists from before the start of its thread until the end
 * of the attempt. It stores which code runs, the reconciler or the handler, and only this class
 * interrupts that code. It never interrupts an attempt that has ended, so that an interrupt can't
 * disturb the write of the transition. Thread-safe.
 */
final class RunningAttempt implements LeasedTask.LeasedAttempt, NotedAttempt {

  /** The reason why this node runs the attempt. */
  enum Origin {
    CLAIM,
    /** The insert that added the task also claimed it for this node. */
    LOCAL_DISPATCH,
    /** The task moved to another state, and this attempt runs that state. */
    NEXT_STATE
  }

  /** The user's code that runs now. */
  private enum Phase {
    NOTHING,
    RECONCILER,
    HANDLER
  }

  /** Reason why the attempt was cancelled. */
  enum Cancelled {
    LEASE_LOST,
    DEADLINE,
    SHUTDOWN
  }

  private final Runner runner;
  private final NodeRuntime runtime;
  private final Definition definition;
  private final LeasedTask leased;
  private final AttemptSlots slots;
  private final Origin origin;
  private final long startedNanos;
  private final long deadlineNanos;
  private final AttemptNotes notes;
  private final Attempt handlerView;
  private final Object lock = new Object();
  private volatile Task task;
  private volatile Phase phase;
  private volatile @Nullable Cancelled cancelled;
  private @Nullable Worker worker;
  private volatile @Nullable Worker sharedCall;
  private boolean ended;
  private volatile long endedNanos;

  /** Creates the first attempt after a claim. */
  RunningAttempt(
      Task claimed,
      Definition definition,
      LeasedTask leased,
      AttemptSlots slots,
      Origin origin,
      Runner runner,
      NodeContext node) {
    this.task = claimed;
    this.definition = definition;
    this.leased = leased;
    this.slots = slots;
    this.origin = origin;
    this.phase = Phase.NOTHING;
    this.runner = runner;
    this.runtime = node.runtime();
    this.startedNanos = runtime.nanoTime();
    this.deadlineNanos = startedNanos + definition.deadline().toNanos();
    this.notes = AttemptNotes.of(node, this);
    this.handlerView = runner.viewOf(this);
  }

  /** Creates the attempt for the next state of a task. */
  private RunningAttempt(RunningAttempt before) {
    this.task = before.task;
    this.definition = before.definition;
    this.leased = before.leased;
    this.slots = before.slots;
    this.origin = Origin.NEXT_STATE;
    this.phase = Phase.HANDLER;
    this.runner = before.runner;
    this.runtime = before.runtime;
    this.startedNanos = runtime.nanoTime();
    this.deadlineNanos = startedNanos + definition.deadline().toNanos();
    this.notes = before.notes.next(this);
    this.handlerView = runner.viewOf(this);
  }

  /**
   * Returns the attempt for the task's next state, with the same lease and slots. It has no thread
   * yet.
   */
  RunningAttempt nextLeg() {
    return new RunningAttempt(this);
  }

  @Override
  public Task task() {
    return task;
  }

  @Override
  public Definition definition() {
    return definition;
  }

  LeasedTask leased() {
    return leased;
  }

  @Override
  public ClaimFence fence() {
    return leased.fence();
  }

  AttemptSlots slots() {
    return slots;
  }

  Origin origin() {
    return origin;
  }

  @Override
  public AttemptNotes notes() {
    return notes;
  }

  /** Returns the object that is passed to the handler. */
  Attempt handlerView() {
    return handlerView;
  }

  @Override
  public String type() {
    return task.spec().type();
  }

  /** Replaces the task after a transition that kept the lease. */
  void movedTo(Task moved) {
    task = moved;
  }

  long startedNanos() {
    return startedNanos;
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  /**
   * Returns the {@code nanoTime} at which the handler ended, before its outcome was sent to the
   * store.
   */
  long endedNanos() {
    return endedNanos;
  }

  void freeSlots() {
    slots.free();
  }

  /**
   * Records that the handler, or the type's reconciler, is about to run. Returns true at the first
   * call after a claim, unless the reconciler ran before.
   */
  boolean starts() {
    boolean isFirst = phase == Phase.NOTHING;
    phase = Phase.HANDLER;
    return isFirst;
  }

  /** Records that the type's reconciler begins or has ended. The handler may run afterwards. */
  void reconciles(boolean now) {
    phase = now ? Phase.RECONCILER : Phase.HANDLER;
  }

  @Override
  public boolean isReconciling() {
    return phase == Phase.RECONCILER;
  }

  @Nullable Cancelled cancelled() {
    return cancelled;
  }

  @Override
  public void requireHeld() {
    if (hasEnded() || notes.isWaiting() || cancelled == Cancelled.LEASE_LOST) {
      throw new LeaseLostException(task.id());
    }
  }

  /**
   * Sets the thread of the attempt. If the attempt has already been cancelled, interrupts the
   * thread at once.
   */
  void on(Worker thread) {
    synchronized (lock) {
      worker = thread;
      if (cancelled != null && !ended) {
        thread.interrupt();
      }
    }
  }

  /**
   * Sets the call that handles this attempt together with other attempts. A cancellation interrupts
   * it.
   */
  void handledWith(Worker call) {
    sharedCall = call;
    if (cancelled != null) {
      call.interrupt();
    }
  }

  /**
   * Ends the attempt. The handler isn't interrupted after this. Returns true for the first caller,
   * which must write the transition.
   */
  boolean end() {
    synchronized (lock) {
      if (ended) {
        return false;
      }
      ended = true;
    }
    endedNanos = runtime.nanoTime();
    leased.ended();
    return true;
  }

  boolean hasEnded() {
    synchronized (lock) {
      return ended;
    }
  }

  @Override
  public void leaseLost() {
    cancel(Cancelled.LEASE_LOST);
  }

  @Override
  public void deadlineOver() {
    cancel(Cancelled.DEADLINE);
    runner.deadlineOver(this);
  }

  @Override
  public void abandoned() {
    freeSlots();
  }

  @Override
  public void shutdown() {
    cancel(Cancelled.SHUTDOWN);
  }

  private void cancel(Cancelled why) {
    @Nullable Worker call; // Interrupted without the lock: this may wake a chunk
    synchronized (lock) {
      if (ended || cancelled != null) {
        return;
      }
      cancelled = why;
      if (worker != null) {
        worker.interrupt();
      }
      call = sharedCall;
    }
    if (call != null) {
      call.interrupt();
    }
  }
}
