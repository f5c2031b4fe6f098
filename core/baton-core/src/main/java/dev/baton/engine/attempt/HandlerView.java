package dev.baton.engine.attempt;

import dev.baton.api.Progress;
import dev.baton.api.SignalType;
import dev.baton.api.Tasks;
import dev.baton.api.error.LeaseLostException;
import dev.baton.api.internal.StoredSignal;
import dev.baton.engine.attempt.note.ProgressBoard;
import dev.baton.engine.attempt.scope.AttemptTasks;
import dev.baton.engine.base.NodeContext;
import dev.baton.handler.Workflow;
import dev.baton.handler.internal.LossChoice;
import dev.baton.handler.internal.RowAttempt;
import dev.baton.task.Bytes;
import dev.baton.task.Prerequisite;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskTraits;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The {@link Attempt} that Baton passes to a handler. Thread-safe. */
final class HandlerView implements RowAttempt {
  private final RunningAttempt attempt;
  private final NodeContext node;
  private final ProgressBoard progress;
  private final Supplier<Tasks> tasks;
  private volatile boolean isMarked;

  /**
   * @param tasks supplies the node's API, through which the handler adds tasks
   */
  HandlerView(
      RunningAttempt attempt, NodeContext node, ProgressBoard progress, Supplier<Tasks> tasks) {
    this.attempt = attempt;
    this.node = node;
    this.progress = progress;
    this.tasks = tasks;
  }

  private Task task() {
    return attempt.task();
  }

  @Override
  public UUID taskId() {
    return task().id();
  }

  @Override
  public String type() {
    return task().spec().type();
  }

  @Override
  public @Nullable String subType() {
    return task().spec().subType();
  }

  @Override
  public String key() {
    return task().spec().key();
  }

  @Override
  public int priority() {
    return task().spec().priority();
  }

  @Override
  public @Nullable Bytes payload() {
    return task().spec().payload();
  }

  @Override
  public String state() {
    return task().position().state();
  }

  @Override
  public @Nullable Bytes data() {
    return task().position().data();
  }

  @Override
  public int number() {
    return task().position().attempts();
  }

  @Override
  public boolean isLast() {
    return attempt.definition().retry().isLast(number());
  }

  @Override
  public int losses() {
    return task().position().losses();
  }

  @Override
  public long fencingToken() {
    return task().position().version();
  }

  @Override
  public String idempotencyKey() {
    return task().id().toString();
  }

  @Override
  public boolean isCancelled() {
    return attempt.cancelled() != null;
  }

  @Override
  public Duration timeLeft() {
    return Duration.ofNanos(Math.max(0, attempt.deadlineNanos() - node.runtime().nanoTime()));
  }

  @Override
  public Map<String, String> context() {
    return task().spec().context();
  }

  @Override
  public TaskTraits traits() {
    return task().spec().traits();
  }

  @Override
  public @Nullable UUID parentId() {
    return task().spec().parentId();
  }

  @Override
  public UUID correlationId() {
    UUID given = task().spec().correlationId();
    return given == null ? task().id() : given;
  }

  @Override
  public List<Prerequisite> waitedFor() {
    return node.waits().waitedFor(task().id());
  }

  @Override
  public void checkpoint(Bytes data) {
    requireRunning();
    Task task = task();
    write(task, HolderRules.checkpoint(task, node.settings().lease(), data));
  }

  @Override
  public void markIrreversible() {
    requireRunning();
    LossChoice onLost = attempt.definition().onLost();
    if (onLost.isOnlyIfMarked() && !isMarked) {
      Task task = task();
      write(task, HolderRules.mark(task, node.settings().lease(), onLost.limitIfMarked()));
      isMarked = true;
    }
  }

  private void requireRunning() {
    if (attempt.hasEnded()) {
      throw new LeaseLostException(task().id());
    }
  }

  /** Writes a transition that keeps the lease, and waits for the result. */
  private void write(Task task, Transition stays) {
    if (!node.writer().apply(List.of(stays)).get(0)) {
      throw new LeaseLostException(task.id());
    }
    attempt.movedTo(task.at(stays.positionAt(node.clock().now())));
  }

  @Override
  public Bytes stepBytes(String name, Work<Bytes> work) throws Exception {
    return attempt.notes().step(name, work);
  }

  @Override
  public <T> T step(String name, Class<T> type, Work<T> work) throws Exception {
    return step(name, node.codec().get(), type, work);
  }

  @Override
  public <T> Optional<T> awaitSignal(SignalType<T> signal, Duration timeout) {
    attempt.notes().requireNoWorkflow();
    return attempt
        .notes()
        .await(signal.name(), timeout)
        .map(StoredSignal.of(signal, node.codec())::decode);
  }

  @Override
  public Workflow workflow() {
    return attempt.notes().workflow(this);
  }

  @Override
  public Tasks tasks() {
    return new AttemptTasks(task(), tasks.get());
  }

  @Override
  public void progress(double fraction, String text) {
    progress.note(task().id(), new Progress(fraction, text, Instant.EPOCH));
  }
}
