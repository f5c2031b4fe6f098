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
import dev.baton.task.internal.Task;
import dev.baton.task.rule.ClaimFence;
import org.jspecify.annotations.Nullable;

/**
 * One attempt, from before it has a thread until its end: how far it has come, and the only way to
 * interrupt it. Once ended it is never interrupted: the bookkeeping after a handler must not feel
 * what was meant for the handler. Thread-safe.
 */
final class RunningAttempt implements LeasedTask.Holder, NotedAttempt {

  /** How the node came to run it. */
  enum Origin {
    CLAIM,
    /** The task was claimed by its own insert. */
    LOCAL_DISPATCH,
    /** It is the next leg of a task that went on to another state. */
    NEXT_STATE
  }

  /** What of the user's runs. */
  private enum Phase {
    NOTHING,
    RECONCILER,
    HANDLER
  }

  /** Why the result is no longer wanted. */
  enum Cancelled {
    LEASE_LOST,
    DEADLINE,
    SHUTDOWN
  }

  private final Runner runner;
  private final NodeRuntime runtime;
  private final Definition definition;
  private final LeasedTask holding;
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

  /** An attempt of a task that was claimed. */
  RunningAttempt(
      Task claimed,
      Definition definition,
      LeasedTask holding,
      AttemptSlots slots,
      Origin origin,
      Runner runner,
      NodeContext node) {
    this.task = claimed;
    this.definition = definition;
    this.holding = holding;
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

  /** The next leg of a task that went on to another state. */
  private RunningAttempt(RunningAttempt before) {
    this.task = before.task;
    this.definition = before.definition;
    this.holding = before.holding;
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

  /** The next leg of its task, with the same lease and slots; it has no thread yet. */
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

  LeasedTask holding() {
    return holding;
  }

  @Override
  public ClaimFence fence() {
    return holding.fence();
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

  /** The attempt as its handler sees it. */
  Attempt handlerView() {
    return handlerView;
  }

  @Override
  public String type() {
    return task.spec().type();
  }

  /** The task has moved under the same lease. */
  void movedTo(Task moved) {
    task = moved;
  }

  long startedNanos() {
    return startedNanos;
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  /** When its handler ended; before its outcome was sent. */
  long endedNanos() {
    return endedNanos;
  }

  void freeSlots() {
    slots.free();
  }

  /**
   * Its handler, or its type's reconciler, is about to run. Answers whether nothing of the task has
   * run before under this claim.
   */
  boolean starts() {
    boolean isFirst = phase == Phase.NOTHING;
    phase = Phase.HANDLER;
    return isFirst;
  }

  /** Its type's reconciler begins or ends; the handler may follow. */
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

  /** The thread it runs on; told at once of a cancellation that came before. */
  void on(Worker thread) {
    synchronized (lock) {
      worker = thread;
      if (cancelled != null && !ended) {
        thread.interrupt();
      }
    }
  }

  /** The handler's call that it shares with others; told of a cancellation, too. */
  void handledWith(Worker call) {
    sharedCall = call;
    if (cancelled != null) {
      call.interrupt();
    }
  }

  /** No interrupt comes after this; true for the first caller, who owns what follows. */
  boolean end() {
    synchronized (lock) {
      if (ended) {
        return false;
      }
      ended = true;
    }
    endedNanos = runtime.nanoTime();
    holding.ended();
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
    @Nullable Worker call; // Interrupted without the lock: it may wake who gathers.
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
