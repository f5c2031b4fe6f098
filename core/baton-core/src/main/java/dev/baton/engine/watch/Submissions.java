package dev.baton.engine.watch;

import dev.baton.api.AddResult;
import dev.baton.api.Batch;
import dev.baton.api.Progress;
import dev.baton.api.SignalType;
import dev.baton.api.Signals;
import dev.baton.api.Submission;
import dev.baton.api.TaskAdder;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.api.Transaction;
import dev.baton.api.error.TaskNotDoneException;
import dev.baton.api.error.TaskNotDoneException.End;
import dev.baton.api.internal.StoredType;
import dev.baton.api.signal.Signal;
import dev.baton.api.signal.SignalResult;
import dev.baton.engine.base.NodeContext;
import dev.baton.spi.NoteStore;
import dev.baton.task.Bytes;
import dev.baton.task.FinishedTask;
import dev.baton.task.Status;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The node's {@code Tasks}: passes each call to the part of the engine that does it. Thread-safe.
 */
public final class Submissions implements Tasks {
  private final NodeContext node;
  private final TaskAdder adder;
  private final Watches watches;
  private final Signals signals;
  private final CallersTransaction callers;

  public Submissions(
      NodeContext node,
      TaskAdder adder,
      Watches watches,
      Signals signals,
      CallersTransaction callers) {
    this.node = node;
    this.adder = adder;
    this.watches = watches;
    this.signals = signals;
    this.callers = callers;
  }

  @Override
  public AddResult add(TaskRequest<?, ?> request) {
    callers.require(() -> "add(" + request + ")");
    return adder.add(request);
  }

  @Override
  public List<AddResult> addAll(Collection<? extends TaskRequest<?, ?>> requests) {
    callers.require(() -> "addAll(" + CallersTransaction.named(requests) + ")");
    return adder.addAll(requests);
  }

  @Override
  public List<AddResult> addAll(
      Transaction transaction, Collection<? extends TaskRequest<?, ?>> requests) {
    return adder.addAll(transaction, requests);
  }

  @Override
  public Batch.Added addBatch(Batch batch) {
    callers.require(() -> "addBatch(" + CallersTransaction.named(batch.tasks()) + ")");
    return adder.addBatch(batch);
  }

  @Override
  public <R> Submission<R> submit(TaskRequest<?, R> request) {
    callers.require(() -> "submit(" + request + ")");
    Optional<Transaction> current = node.transactions().current();
    if (current.isPresent()) {
      return submit(current.get(), request);
    }
    AddResult result = adder.add(request);
    return new Submitted<>(request.type(), result, CompletableFuture.completedFuture(true));
  }

  @Override
  public <R> Submission<R> submit(Transaction transaction, TaskRequest<?, R> request) {
    AddResult result = add(transaction, request);
    AfterCommit<Boolean> there = new AfterCommit<>();
    if (transaction.tellsItsEnd()) {
      transaction.onEnd(
          end -> {
            there.ended();
            if (end == Transaction.End.ROLLED_BACK) {
              there.completeExceptionally(rolledBack(result.taskId()));
            } else {
              there.complete(end == Transaction.End.COMMITTED);
            }
          });
    } else {
      there.ended();
      there.complete(false);
    }
    return new Submitted<>(request.type(), result, there);
  }

  @Override
  public <R> CompletionStage<R> result(TaskType<?, R> type, UUID taskId) {
    return watches
        .watch(taskId, true, type.isWaitEndedByError())
        .thenApply(finished -> resultOf(type, finished));
  }

  @Override
  public SignalResult signal(UUID taskId, Signal signal) {
    callers.require(() -> "signal(" + taskId + ", ...)");
    return signals.signal(taskId, signal);
  }

  @Override
  public SignalResult signal(Transaction transaction, UUID taskId, Signal signal) {
    return signals.signal(transaction, taskId, signal);
  }

  @Override
  public <T> Delivery signal(UUID taskId, SignalType<T> signal, T value) {
    callers.require(() -> "signal(" + taskId + ", " + signal.name() + ", ...)");
    return signals.signal(taskId, signal, value);
  }

  @Override
  public <T> Delivery signal(
      Transaction transaction, UUID taskId, SignalType<T> signal, T value) {
    return signals.signal(transaction, taskId, signal, value);
  }

  @Override
  public Cancellation cancel(UUID taskId, String reason) {
    callers.require(() -> "cancel(" + taskId + ", ...)");
    return signals.cancel(taskId, reason);
  }

  @Override
  public Cancellation cancel(Transaction transaction, UUID taskId, String reason) {
    return signals.cancel(transaction, taskId, reason);
  }

  @Override
  public <R> Optional<R> lastResult(TaskType<?, R> type, UUID taskId) {
    Optional<FinishedTask> finished = node.lookups().findFinished(taskId);
    finished.ifPresent(task -> requireOwn(type, taskId, task.spec().type()));
    Optional<Bytes> last = finished.flatMap(task -> Optional.ofNullable(task.result()));
    NoteStore notes = node.stores().notes();
    if (last.isEmpty() && notes != null) {
      last = notes.lastResult(taskId);
      if (last.isPresent() && finished.isEmpty()) {
        node.lookups().find(taskId).ifPresent(task -> requireOwn(type, taskId, task.spec().type()));
      }
    }
    return last.map(StoredType.of(type)::result);
  }

  @Override
  public Optional<Progress> progress(UUID taskId) {
    return node.stores().notes() == null
        ? Optional.empty()
        : node.stores().notes().progress(taskId);
  }

  /**
   * The bytes of another type's result may be read as null, or as a value that no handler returned.
   */
  private static void requireOwn(TaskType<?, ?> asked, UUID id, String type) {
    if (!serves(asked, type)) {
      throw new IllegalArgumentException(
          "Task %s is of type %s, and its result was asked for as that of type %s; ask with the TaskType named %s"
              .formatted(id, type, asked.name(), type));
    }
  }

  /** A type may be named as a definition for a prefix is. */
  private static boolean serves(TaskType<?, ?> asked, String type) {
    return type.startsWith(asked.name());
  }

  private static TaskNotDoneException rolledBack(UUID id) {
    return new TaskNotDoneException(
        id, End.ROLLED_BACK, "the transaction it was added in was rolled back");
  }

  @SuppressWarnings("NullAway") // a task without a result has null for one
  private static <R> R resultOf(TaskType<?, R> type, FinishedTask finished) {
    requireOwn(type, finished.id(), finished.spec().type());
    if (finished.status() == Status.DONE) {
      return StoredType.of(type).result(finished.result());
    }
    End end = finished.status() == Status.FAILED ? End.FAILED : End.CANCELLED;
    throw new TaskNotDoneException(finished.id(), finished.spec().type(), end, finished.error());
  }

  /** A submitted task; whether it is there is known when its transaction has ended. */
  private final class Submitted<R> implements Submission<R> {
    private final TaskType<?, R> type;
    private final AddResult result;
    private final CompletableFuture<Boolean> there;

    Submitted(TaskType<?, R> type, AddResult result, CompletableFuture<Boolean> there) {
      this.type = type;
      this.result = result;
      this.there = there;
    }

    @Override
    public UUID taskId() {
      return result.taskId();
    }

    @Override
    public boolean wasAdded() {
      return result.wasAdded();
    }

    @Override
    public Optional<Progress> progress() {
      return Submissions.this.progress(taskId());
    }

    @Override
    public CompletionStage<R> completion() {
      return there
          .thenCompose(surely -> watches.watch(taskId(), surely, type.isWaitEndedByError()))
          .thenApply(finished -> resultOf(type, finished));
    }
  }
}
