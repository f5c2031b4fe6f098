package dev.baton.engine.watch;

import dev.baton.api.AddResult;
import dev.baton.api.Batch;
import dev.baton.api.SignalType;
import dev.baton.api.Submission;
import dev.baton.api.TaskAdder;
import dev.baton.api.TaskHandle;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Transaction;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.TaskNotDoneException;
import dev.baton.api.error.TaskNotDoneException.End;
import dev.baton.engine.base.NodeContext;
import dev.baton.handler.MoveResult;
import dev.baton.handler.internal.RowSignals;
import dev.baton.handler.internal.RowTasks;
import dev.baton.handler.internal.Signal;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Implements {@code Tasks} for a node. It passes each call to the part of the engine that handles
 * it. Adds go to the package {@code add}, signals to {@code operate}, and waits for results to this
 * package. Thread-safe.
 */
public final class NodeTasks implements RowTasks {
  private final NodeContext node;
  private final TaskAdder adder;
  private final ResultWaiters resultWaiters;
  private final RowSignals signals;
  private final CallersTransaction callers;

  public NodeTasks(
      NodeContext node,
      TaskAdder adder,
      ResultWaiters resultWaiters,
      RowSignals signals,
      CallersTransaction callers) {
    this.node = node;
    this.adder = adder;
    this.resultWaiters = resultWaiters;
    this.signals = signals;
    this.callers = callers;
  }

  @Override
  public Supplier<PayloadCodec> codec() {
    return node.codec();
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
    return new Submitted<>(node, resultWaiters, request.type(), result, Handle.committed());
  }

  @Override
  public <R> Submission<R> submit(Transaction transaction, TaskRequest<?, R> request) {
    AddResult result = add(transaction, request);
    AfterCommit<Boolean> added = new AfterCommit<>();
    if (transaction.reportsEnd()) {
      transaction.onEnd(
          end -> {
            added.ended();
            if (end == Transaction.End.ROLLED_BACK) {
              added.completeExceptionally(rolledBack(result.taskId()));
            } else {
              added.complete(end == Transaction.End.COMMITTED);
            }
          });
    } else {
      added.ended();
      added.complete(false);
    }
    return new Submitted<>(node, resultWaiters, request.type(), result, added);
  }

  @Override
  public <R> TaskHandle<R> handle(TaskType<?, R> type, UUID taskId) {
    return new Handle<>(node, resultWaiters, type, taskId, Handle.committed(), false);
  }

  @Override
  public MoveResult signal(UUID taskId, Signal signal) {
    callers.require(() -> "move(tasks, " + taskId + ", ...)");
    return signals.signal(taskId, signal);
  }

  @Override
  public MoveResult signal(Transaction transaction, UUID taskId, Signal signal) {
    return signals.signal(transaction, taskId, signal);
  }

  @Override
  public <T> Delivery signal(UUID taskId, SignalType<T> signal, T value) {
    callers.require(() -> "signal(" + taskId + ", " + signal.name() + ", ...)");
    return signals.signal(taskId, signal, value);
  }

  @Override
  public <T> Delivery signal(Transaction transaction, UUID taskId, SignalType<T> signal, T value) {
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

  private static TaskNotDoneException rolledBack(UUID id) {
    return new TaskNotDoneException(
        id, End.ROLLED_BACK, "the transaction it was added in was rolled back");
  }

  /** The handle of a submitted task. */
  private static final class Submitted<R> extends Handle<R> implements Submission<R> {
    private final AddResult result;

    Submitted(
        NodeContext node,
        ResultWaiters resultWaiters,
        TaskType<?, R> type,
        AddResult result,
        CompletableFuture<Boolean> added) {
      super(node, resultWaiters, type, result.taskId(), added, false);
      this.result = result;
    }

    @Override
    public AddResult added() {
      return result;
    }
  }
}
