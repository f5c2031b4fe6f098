package dev.baton.engine.watch;

import dev.baton.api.Progress;
import dev.baton.api.TaskHandle;
import dev.baton.api.TaskResult;
import dev.baton.api.TaskType;
import dev.baton.api.error.TaskNotDoneException;
import dev.baton.api.error.TaskNotDoneException.End;
import dev.baton.api.internal.StoredType;
import dev.baton.engine.base.NodeContext;
import dev.baton.spi.NoteStore;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.FinishedTask;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A handle with which a caller on this node can wait for the result of a task. Thread-safe. */
class Handle<R> implements TaskHandle<R> {
  private static final CompletableFuture<Boolean> COMMITTED =
      CompletableFuture.completedFuture(true);

  private static final String IN_ERROR =
      ". It is in ERROR, and an operator must retry or end it. To end the wait in this case, call"
          + " failOnError()";

  private final NodeContext node;
  private final ResultWaiters resultWaiters;
  private final TaskType<?, R> type;
  private final UUID taskId;
  private final CompletableFuture<Boolean> added;
  private final boolean failsOnError;

  /**
   * The future that {@link #await} waits for. The handle keeps it, so that many short waits share
   * one future.
   */
  private volatile @Nullable CompletableFuture<@Nullable R> awaited;

  /**
   * @param added completes when the transaction that adds the task has ended, with false if the
   *     commit isn't certain
   */
  Handle(
      NodeContext node,
      ResultWaiters resultWaiters,
      TaskType<?, R> type,
      UUID taskId,
      CompletableFuture<Boolean> added,
      boolean failsOnError) {
    this.node = node;
    this.resultWaiters = resultWaiters;
    this.type = type;
    this.taskId = taskId;
    this.added = added;
    this.failsOnError = failsOnError;
  }

  /** Returns the completed future for a task that no open transaction adds. */
  static CompletableFuture<Boolean> committed() {
    return COMMITTED;
  }

  @Override
  public UUID taskId() {
    return taskId;
  }

  @Override
  public CompletableFuture<@Nullable R> result() {
    return added
        .thenCompose(isCommitted -> resultWaiters.watch(taskId, isCommitted, failsOnError))
        .thenApply(this::resultOf);
  }

  @Override
  public CompletableFuture<TaskResult<R>> end() {
    return result().handle(Handle::ended);
  }

  private static <R> TaskResult<R> ended(@Nullable R value, @Nullable Throwable failure) {
    if (failure == null) {
      return new TaskResult.Done<>(value);
    }
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof TaskNotDoneException notDone) {
      return new TaskResult.NotDone<>(notDone.end(), notDone.error());
    }
    throw failure instanceof CompletionException wrapped
        ? wrapped
        : new CompletionException(failure);
  }

  @Override
  public @Nullable R await(Duration timeout) throws InterruptedException, TimeoutException {
    CompletableFuture<@Nullable R> wait = awaited;
    if (wait == null || wait.isDone()) {
      wait = result();
      awaited = wait;
    }
    try {
      return wait.get(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      throw new TimeoutException(
          "Task %s of type %s has not ended in %s%s"
              .formatted(
                  taskId,
                  type.name(),
                  Texts.duration(timeout),
                  resultWaiters.isInError(taskId) ? IN_ERROR : ""));
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause();
      if (cause instanceof TaskNotDoneException notDone) {
        throw new TaskNotDoneException(notDone);
      }
      if (cause instanceof RuntimeException unreadable) {
        throw unreadable;
      }
      throw new IllegalStateException(cause);
    }
  }

  @Override
  public Optional<R> lastResult() {
    Optional<FinishedTask> finished = node.lookups().findFinished(taskId);
    finished.ifPresent(task -> requireOwn(task.spec().type()));
    Optional<Bytes> last = finished.flatMap(task -> Optional.ofNullable(task.result()));
    NoteStore notes = node.stores().notes();
    if (last.isEmpty() && notes != null) {
      last = notes.lastResult(taskId);
      if (last.isPresent() && finished.isEmpty()) {
        node.lookups().find(taskId).ifPresent(task -> requireOwn(task.spec().type()));
      }
    }
    return last.map(StoredType.of(type, node.codec())::result);
  }

  @Override
  public Optional<Progress> progress() {
    NoteStore notes = node.stores().notes();
    return notes == null ? Optional.empty() : notes.progress(taskId);
  }

  @Override
  public TaskHandle<R> failOnError() {
    return new Handle<>(node, resultWaiters, type, taskId, added, true);
  }

  /**
   * Throws if the task has another type. Otherwise its result could be read as null or as a value
   * that no handler returned. The type of this handle may be the prefix of a definition.
   */
  private void requireOwn(String stored) {
    if (!stored.startsWith(type.name())) {
      throw new IllegalArgumentException(
          "Task %s is of type %s, but its result was requested as type %s. Use the TaskType named %s"
              .formatted(taskId, stored, type.name(), stored));
    }
  }

  private @Nullable R resultOf(FinishedTask finished) {
    requireOwn(finished.spec().type());
    if (finished.status() == Status.DONE) {
      return StoredType.of(type, node.codec()).result(finished.result());
    }
    End end = finished.status() == Status.FAILED ? End.FAILED : End.CANCELLED;
    throw new TaskNotDoneException(finished.id(), finished.spec().type(), end, finished.error());
  }
}
