package dev.baton.engine.attempt;

import dev.baton.api.TaskAdder;
import dev.baton.api.Tasks;
import dev.baton.api.error.DeadlineExceededException;
import dev.baton.engine.attempt.RunningAttempt.Origin;
import dev.baton.engine.attempt.chunk.ChunkGatherer;
import dev.baton.engine.attempt.note.ProgressBoard;
import dev.baton.engine.attempt.reconcile.LostAttempts;
import dev.baton.engine.attempt.scope.TaskScope;
import dev.baton.engine.attempt.unknown.UnknownTasks;
import dev.baton.engine.base.Hints;
import dev.baton.engine.base.Loop;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.complete.Completer;
import dev.baton.engine.lease.LeasedTask;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.Reconciliation;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.FoundEffect;
import dev.baton.handler.internal.RawHandler;
import dev.baton.hook.TaskEvent;
import dev.baton.hook.TaskInterceptor;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.NodeRuntime.Worker;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the handlers of claimed tasks: claim → attempt. It creates the attempt, starts its thread,
 * checks {@link StartGate} and calls the handler. If an earlier attempt was lost, it calls the
 * type's reconciler first. {@link AttemptFinisher} processes the outcome. Thread-safe.
 */
public final class Runner {
  /**
   * Highest version that a task can have at its first claim. Each write adds one: a task that is
   * added and then claimed has version 2. A task that its own insert claims has version 1.
   */
  private static final int VERSION_OF_FIRST_CLAIM = 2;

  private static final Logger LOG = LoggerFactory.getLogger(Runner.class);

  private final NodeContext node;
  private final Completer completer;
  private final StartGate starts;
  private final HandlerCall handlers;
  private final Supplier<Tasks> tasks;

  private final AttemptFinisher finisher;
  private final TransactionalCall transactional;
  private final ProgressBoard progress;
  private final ChunkGatherer chunks;

  /**
   * @param adder supplies the API that adds the next task of a chain
   * @param tasks supplies the API that handlers get from their attempts
   */
  public Runner(
      NodeContext node,
      Completer completer,
      Hints hints,
      StartGate starts,
      UnknownTasks unknown,
      List<TaskInterceptor> interceptors,
      Supplier<TaskAdder> adder,
      Supplier<Tasks> tasks) {
    this.node = node;
    this.tasks = tasks;
    this.completer = completer;
    this.starts = starts;
    this.handlers = new HandlerCall(interceptors);
    OutcomeTransitions transitions = new OutcomeTransitions(node, unknown);
    OutcomeTransaction attached = new OutcomeTransaction(node, adder);
    this.finisher = new AttemptFinisher(node, transitions, attached, completer, hints, this::goOn);
    this.transactional =
        new TransactionalCall(
            node, handlers, transitions, attached, finisher, this::startOrGiveBack);
    this.progress = new ProgressBoard(node);
    this.chunks = new ChunkGatherer(node);
  }

  /** Returns the loop that writes the progress of attempts. */
  public Loop progressLoop() {
    return progress.loop();
  }

  Attempt viewOf(RunningAttempt attempt) {
    return new HandlerView(attempt, node, progress, tasks);
  }

  /**
   * Starts the handler of a task that this node has claimed.
   *
   * @param slots the task's slots, which are freed when the handler has ended
   */
  public void start(
      Task task,
      Definition definition,
      LeasedTask leased,
      AttemptSlots slots,
      boolean dispatchedLocally) {
    Origin origin = dispatchedLocally ? Origin.LOCAL_DISPATCH : Origin.CLAIM;
    launch(new RunningAttempt(task, definition, leased, slots, origin, this, node));
  }

  /** Returns the event for the start of this attempt. */
  private static TaskEvent.Started started(RunningAttempt attempt, Instant now) {
    Task task = attempt.task();
    Instant due = task.readySince();
    boolean first =
        task.position().version() <= VERSION_OF_FIRST_CLAIM && !due.isAfter(task.createdAt());
    return new TaskEvent.Started(
        task.id(),
        task.spec().flow(),
        task.position().attempts(),
        attempt.origin() == Origin.LOCAL_DISPATCH,
        task.spec().bucket(),
        between(due, now),
        first ? between(task.createdAt(), now) : null);
  }

  private static Duration between(Instant from, Instant to) {
    return to.isBefore(from) ? Duration.ZERO : Duration.between(from, to);
  }

  /**
   * Returns whether too many outcomes wait for their write. While true, this node claims no tasks,
   * because their outcomes would wait even longer.
   */
  public boolean isBehind() {
    return completer.isBehind();
  }

  /** Gives back a task whose handler never started. The caller frees its slot. */
  public void release(Task task, LeasedTask leased, String reason) {
    Transition release = HolderRules.release(task, node.settings().hintExpiry());
    TaskEvent released = new NodeEvent.LocalDispatchReleased(task.id(), task.spec().flow(), reason);
    finisher.giveBack(task, leased, release, () -> node.events().emit(released));
  }

  /**
   * Gives back a claimed task because its state has no free slot. The node learns the state only
   * from the claim.
   *
   * @param wait time until the task is ready again; null if any node may claim it at once
   */
  public void postpone(Task task, LeasedTask leased, @Nullable Duration wait) {
    Transition back =
        wait == null
            ? HolderRules.release(task, node.settings().hintExpiry())
            : HolderRules.postpone(task, wait, null);
    finisher.giveBack(task, leased, back, () -> {});
  }

  private void launch(RunningAttempt attempt) {
    attempt.leased().running(attempt, attempt.deadlineNanos());
    try {
      Worker worker = node.runtime().startAttempt(name(attempt.task()), () -> run(attempt));
      attempt.on(worker);
      starts.started(attempt.leased());
    } catch (RuntimeException | Error noThread) {
      finisher.notStarted(attempt, noThread);
    }
  }

  /** Starts the next leg of a task that moved to another state, with the same lease and slots. */
  private void goOn(RunningAttempt before) {
    launch(before.nextLeg());
  }

  private void run(RunningAttempt attempt) {
    try (TaskScope scope = TaskScope.open(attempt.task(), node.settings().logNames())) {
      if (LostAttempts.isToBeAsked(attempt.task(), attempt.definition())
          && !(startOrGiveBack(attempt) && reconcile(attempt))) {
        return;
      }
      RawHandler handler = attempt.definition().handler();
      if (handler instanceof RawHandler.Transactional one) {
        transactional.run(attempt, one);
      } else if (!startOrGiveBack(attempt)) {
        return;
      } else if (handler instanceof RawHandler.Sync sync) {
        finisher.answered(attempt, HandlerCall.answer(handlers.call(sync, attempt.handlerView())));
      } else if (handler instanceof RawHandler.Async async) {
        begin(attempt, async);
      } else if (handler instanceof RawHandler.Chunked chunked) {
        begin(attempt, view -> gathered(attempt, chunked));
      }
    } catch (Throwable error) {
      finisher.threw(attempt, error);
    }
  }

  private void begin(RunningAttempt attempt, RawHandler.Async handler) throws Exception {
    CompletionStage<Outcome<?>> stage = handlers.begin(handler, attempt.handlerView());
    stage.whenComplete((outcome, error) -> completed(attempt, outcome, error));
  }

  private CompletionStage<Outcome<?>> gathered(RunningAttempt attempt, RawHandler.Chunked handler) {
    BooleanSupplier startOrGiveBack =
        () -> startOrGiveBack(attempt, starts.obstacleToGoOn(attempt.task(), attempt.leased()));
    return chunks.join(handler, attempt.handlerView(), startOrGiveBack, attempt::handledWith);
  }

  /**
   * Records that code of the user starts, or gives the task back if it may not start. Call this
   * right before the user's code. Returns whether the code may start.
   */
  private boolean startOrGiveBack(RunningAttempt attempt) {
    String obstacle =
        attempt.origin() == Origin.NEXT_STATE
            ? starts.obstacleToGoOn(attempt.task(), attempt.leased())
            : starts.obstacle(attempt.task(), attempt.leased());
    return startOrGiveBack(attempt, obstacle);
  }

  private boolean startOrGiveBack(RunningAttempt attempt, @Nullable String obstacle) {
    if (obstacle == null) {
      if (attempt.starts()) {
        TaskEvent.Started started = started(attempt, node.clock().now());
        TaskScope.apart(() -> node.events().emit(started));
      }
    } else if (attempt.end()) {
      // Clear an interrupt that was meant for the handler. It must not disturb a rollback.
      Thread.interrupted();
      attempt.freeSlots();
      release(attempt.task(), attempt.leased(), obstacle);
    }
    return obstacle == null;
  }

  /**
   * Calls the reconciler, because an earlier attempt was lost. Ends this attempt, unless the effect
   * has not happened. Returns whether the handler must run now.
   */
  private boolean reconcile(RunningAttempt attempt) {
    Reconciliation<?> answer;
    attempt.reconciles(true);
    try {
      answer = LostAttempts.ask(attempt.definition(), attempt.handlerView());
    } catch (Throwable broken) {
      finisher.unanswered(attempt, broken);
      return false;
    } finally {
      attempt.reconciles(false);
    }
    if (answer instanceof FoundEffect.Happened<?> happened) {
      finisher.answered(attempt, happened.outcome());
    } else if (answer instanceof FoundEffect.Unknown<?> unknown) {
      finisher.unknown(attempt, unknown.reason());
    }
    // Log only after the answer is applied. Otherwise a logger that throws could make the handler
    // repeat an effect that has happened.
    LOG.info(
        "Task {} was lost while its handler ran. The reconciler reports that the effect {}",
        attempt.taskId(),
        words(answer));
    return answer instanceof FoundEffect.NotHappened<?>;
  }

  private static String words(Reconciliation<?> answer) {
    if (answer instanceof FoundEffect.Unknown<?> unknown) {
      return "is unknown: " + Texts.line(unknown.reason());
    }
    return answer instanceof FoundEffect.NotHappened<?> ? "has not happened" : "has happened";
  }

  private void completed(
      RunningAttempt attempt, @Nullable Outcome<?> outcome, @Nullable Throwable error) {
    if (error != null) {
      Throwable cause = error instanceof CompletionException ? error.getCause() : null;
      finisher.threw(attempt, cause == null ? error : cause);
    } else if (outcome != null) {
      finisher.answered(attempt, outcome);
    } else {
      finisher.threw(attempt, new IllegalStateException("The handler returned no outcome"));
    }
  }

  /**
   * Reports that the deadline of an attempt has passed. An asynchronous attempt has no thread to
   * interrupt, so this method ends it.
   */
  void deadlineOver(RunningAttempt attempt) {
    node.events()
        .emit(new TaskEvent.DeadlineExceeded(attempt.taskId(), attempt.task().spec().flow()));
    RawHandler handler = attempt.definition().handler();
    if (handler instanceof RawHandler.Async || handler instanceof RawHandler.Chunked) {
      finisher.threw(
          attempt,
          new DeadlineExceededException(attempt.taskId(), attempt.definition().deadline()));
    }
  }

  private static String name(Task task) {
    return "baton-" + task.spec().type() + "-" + task.id();
  }
}
