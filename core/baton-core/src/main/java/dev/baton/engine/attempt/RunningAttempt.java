package dev.baton.engine.attempt;

import dev.baton.api.Progress;
import dev.baton.api.SignalType;
import dev.baton.api.Tasks;
import dev.baton.api.error.LeaseLostException;
import dev.baton.api.internal.StoredSignal;
import dev.baton.engine.lease.LeasedTask;
import dev.baton.handler.Attempt;
import dev.baton.handler.internal.Definition;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.NodeRuntime.Worker;
import dev.baton.task.Bytes;
import dev.baton.task.Prerequisite;
import dev.baton.task.internal.Task;
import dev.baton.task.internal.TaskTraits;
import dev.baton.task.rule.HolderRules;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One attempt while its handler runs: what the handler sees of it, and the only way to interrupt
 * it. Once ended it is never interrupted: the bookkeeping after a handler must not feel what was
 * meant for the handler.
 */
final class RunningAttempt implements Attempt, LeasedTask.Holder {

  /** Why the result is no longer wanted. */
  enum Cancelled {
    LEASE_LOST,
    DEADLINE,
    SHUTDOWN
  }

  private final Definition definition;
  private final LeasedTask holding;
  private final AttemptSlots slots;
  private final Runner runner;
  private final NodeRuntime runtime;
  private final long startedNanos;
  private final long deadlineNanos;
  private final Object lock = new Object();
  private volatile Task task;
  private volatile @Nullable Cancelled cancelled;
  private @Nullable Worker worker;
  private volatile @Nullable Worker sharedCall;
  private boolean ended;
  private volatile boolean marked;
  private @Nullable StepRecorder steps;
  private volatile @Nullable SignalWaits waits;
  private volatile boolean reconciles;
  private boolean hadSteps;
  private boolean mayFollowSteps;
  private boolean goesOn;
  private volatile long endedNanos;
  private Runnable whenStarting = () -> {};

  RunningAttempt(
      Task task,
      Definition definition,
      LeasedTask holding,
      AttemptSlots slots,
      Runner runner,
      NodeRuntime runtime) {
    this.task = task;
    this.definition = definition;
    this.holding = holding;
    this.slots = slots;
    this.runner = runner;
    this.runtime = runtime;
    this.mayFollowSteps = HolderRules.mayFollowSteps(task.position());
    this.startedNanos = runtime.nanoTime();
    this.deadlineNanos = startedNanos + definition.deadline().toNanos();
  }

  Task task() {
    return task;
  }

  Definition definition() {
    return definition;
  }

  LeasedTask holding() {
    return holding;
  }

  /** The task has moved under the same lease: the next leg starts from there. */
  void standsAt(Task moved) {
    task = moved;
  }

  long startedNanos() {
    return startedNanos;
  }

  /** When its handler ended; before its outcome was sent. */
  long endedNanos() {
    return endedNanos;
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  /** To be told once, as it starts; set before it has a thread. */
  void whenStarting(Runnable told) {
    whenStarting = told;
  }

  /** Its handler, or what is asked before it, is about to run. On the attempt's thread. */
  void starting() {
    Runnable told = whenStarting;
    whenStarting = () -> {};
    told.run();
  }

  void freeSlot() {
    slots.free();
  }

  AttemptSlots slots() {
    return slots;
  }

  @Nullable Cancelled cancelled() {
    return cancelled;
  }

  /** Whether this attempt, or one whose task it goes on with, has asked for steps. */
  boolean hasSteps() {
    synchronized (lock) {
      return hadSteps || steps != null || waits != null;
    }
  }

  /** Whether an attempt before it may have had steps that are remembered. */
  boolean mayFollowSteps() {
    return mayFollowSteps;
  }

  /** Its waits for signals; null when its handler has come to none. */
  @Nullable SignalWaits waits() {
    return waits;
  }

  /** Whether its handler has come to a wait that lasts. */
  boolean awaitsSignal() {
    SignalWaits own = waits;
    return own != null && own.pending();
  }

  /** Whether what runs is its type's reconciler, and not the handler. */
  void reconciles(boolean now) {
    reconciles = now;
  }

  /** Work that can't be remembered had better not be begun. */
  void requireHeld() {
    if (hasEnded() || awaitsSignal() || cancelled == Cancelled.LEASE_LOST) {
      throw new LeaseLostException(task.id());
    }
  }

  /** Whether it is the next leg of its task. */
  boolean goesOn() {
    return goesOn;
  }

  /**
   * The next leg, before it has a thread: what was remembered in the last one must be forgotten
   * with this one's.
   */
  RunningAttempt after(RunningAttempt before) {
    goesOn = true;
    mayFollowSteps = before.mayFollowSteps;
    boolean had = before.hasSteps();
    synchronized (lock) {
      hadSteps = had;
    }
    return this;
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
    freeSlot();
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

  @Override
  public UUID taskId() {
    return task.id();
  }

  @Override
  public String type() {
    return task.spec().type();
  }

  @Override
  public @Nullable String subType() {
    return task.spec().subType();
  }

  @Override
  public String key() {
    return task.spec().key();
  }

  @Override
  public int priority() {
    return task.spec().priority();
  }

  @Override
  public @Nullable Bytes payload() {
    return task.spec().payload();
  }

  @Override
  public String state() {
    return task.position().state();
  }

  @Override
  public @Nullable Bytes data() {
    return task.position().data();
  }

  @Override
  public int number() {
    return task.position().attempts();
  }

  @Override
  public boolean isLast() {
    return definition.retry().isLast(number());
  }

  @Override
  public int losses() {
    return task.position().losses();
  }

  @Override
  public long fencingToken() {
    return task.position().version();
  }

  @Override
  public String idempotencyKey() {
    return task.id().toString();
  }

  @Override
  public boolean isCancelled() {
    return cancelled != null;
  }

  @Override
  public Duration timeLeft() {
    return Duration.ofNanos(Math.max(0, deadlineNanos - runtime.nanoTime()));
  }

  @Override
  public Map<String, String> context() {
    return task.spec().context();
  }

  @Override
  public TaskTraits traits() {
    return task.spec().traits();
  }

  @Override
  public @Nullable UUID parentId() {
    return task.spec().parentId();
  }

  @Override
  public UUID correlationId() {
    UUID given = task.spec().correlationId();
    return given == null ? task.id() : given;
  }

  @Override
  public List<Prerequisite> waitedFor() {
    return runner.waitedFor(task.id());
  }

  @Override
  public void checkpoint(Bytes data) {
    if (hasEnded()) {
      throw new LeaseLostException(task.id());
    }
    task = runner.checkpoint(task, data);
  }

  @Override
  public void markIrreversible() {
    if (hasEnded()) {
      throw new LeaseLostException(task.id());
    }
    if (definition.onLost().isOnlyIfMarked() && !marked) {
      task = runner.mark(task, definition);
      marked = true;
    }
  }

  @Override
  public Bytes stepBytes(String name, Work<Bytes> work) throws Exception {
    StepRecorder own;
    synchronized (lock) {
      if (steps == null) {
        steps = runner.stepsOf(this);
      }
      own = steps;
    }
    return own.take(name, work);
  }

  @Override
  public <T> T step(String name, Class<T> type, Work<T> work) throws Exception {
    return step(name, runner.codec().get(), type, work);
  }

  @Override
  public <T> Optional<T> awaitSignal(SignalType<T> signal, Duration timeout) {
    String name = signal.name();
    requireHeld();
    SignalWaits own;
    synchronized (lock) {
      SignalWaits.requireHere(this, name, reconciles, steps);
      if (waits == null) {
        waits = runner.waitsOf(this);
      }
      own = waits;
    }
    return own.await(name, timeout).map(StoredSignal.of(signal, runner.codec())::decode);
  }

  @Override
  public Tasks tasks() {
    return runner.tasksOf(this);
  }

  @Override
  public void progress(double fraction, String text) {
    runner.progress(task.id(), new Progress(fraction, text, Instant.EPOCH));
  }
}
