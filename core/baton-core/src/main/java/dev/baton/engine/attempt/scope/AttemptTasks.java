package dev.baton.engine.attempt.scope;

import dev.baton.api.AddResult;
import dev.baton.api.Batch;
import dev.baton.api.SignalType;
import dev.baton.api.Submission;
import dev.baton.api.TaskHandle;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.api.Transaction;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.handler.MoveResult;
import dev.baton.handler.internal.RowSignals;
import dev.baton.handler.internal.RowTasks;
import dev.baton.handler.internal.Signal;
import dev.baton.task.row.Task;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The {@link Tasks} API that an attempt gives to its handler. If a handler adds a task through it,
 * on any thread, the attempt's task becomes the parent. Thread-safe.
 */
public final class AttemptTasks implements RowTasks {
  private final Task parent;
  private final Tasks tasks;

  public AttemptTasks(Task parent, Tasks tasks) {
    this.parent = parent;
    this.tasks = tasks;
  }

  @Override
  public AddResult add(TaskRequest<?, ?> request) {
    return TaskScope.call(parent, () -> tasks.add(request));
  }

  @Override
  public List<AddResult> addAll(Collection<? extends TaskRequest<?, ?>> requests) {
    return TaskScope.call(parent, () -> tasks.addAll(requests));
  }

  @Override
  public List<AddResult> addAll(
      Transaction transaction, Collection<? extends TaskRequest<?, ?>> requests) {
    return TaskScope.call(parent, () -> tasks.addAll(transaction, requests));
  }

  @Override
  public Batch.Added addBatch(Batch batch) {
    return TaskScope.call(parent, () -> tasks.addBatch(batch));
  }

  @Override
  public <R> Submission<R> submit(TaskRequest<?, R> request) {
    return TaskScope.call(parent, () -> tasks.submit(request));
  }

  @Override
  public <R> Submission<R> submit(Transaction transaction, TaskRequest<?, R> request) {
    return TaskScope.call(parent, () -> tasks.submit(transaction, request));
  }

  @Override
  public <R> TaskHandle<R> handle(TaskType<?, R> type, UUID taskId) {
    return tasks.handle(type, taskId);
  }

  @Override
  public Supplier<PayloadCodec> codec() {
    return RowSignals.of(tasks).codec();
  }

  @Override
  public MoveResult signal(UUID taskId, Signal signal) {
    return RowSignals.of(tasks).signal(taskId, signal);
  }

  @Override
  public MoveResult signal(Transaction transaction, UUID taskId, Signal signal) {
    return RowSignals.of(tasks).signal(transaction, taskId, signal);
  }

  @Override
  public <T> Delivery signal(UUID taskId, SignalType<T> signal, T value) {
    return tasks.signal(taskId, signal, value);
  }

  @Override
  public <T> Delivery signal(Transaction transaction, UUID taskId, SignalType<T> signal, T value) {
    return tasks.signal(transaction, taskId, signal, value);
  }

  @Override
  public Cancellation cancel(UUID taskId, String reason) {
    return tasks.cancel(taskId, reason);
  }

  @Override
  public Cancellation cancel(Transaction transaction, UUID taskId, String reason) {
    return tasks.cancel(transaction, taskId, reason);
  }
}
