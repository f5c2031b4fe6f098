package dev.baton.handler;

import dev.baton.api.TaskSignature;
import dev.baton.api.TaskType;
import dev.baton.api.Transaction;
import dev.baton.api.internal.StoredType;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.DroppedOutcome;
import dev.baton.handler.internal.RawHandler;
import dev.baton.handler.internal.RowAttempt;
import dev.baton.handler.internal.StoredOutcome;
import dev.baton.limit.FairShare;
import dev.baton.limit.Limit;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.operate.statistics.Statistics;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Defines how a node runs the tasks of a type. Immutable and thread-safe: each method returns a
 * changed copy. By default a node runs at most 20 tasks of the type at a time. Each task has 10
 * attempts with growing delays, and each attempt has a deadline of ten minutes. When a node dies,
 * another node resumes its tasks, at most five times in a row.
 *
 * <pre>{@code
 * TaskDefinition.of(PAY)
 *     .handler((payout, attempt) -> bank.pay(payout, attempt.idempotencyKey()))
 *     .retry(Retry.exponential(Duration.ofSeconds(5)))
 * }</pre>
 *
 * @param <P> the payload; {@link Void} for none
 * @param <R> the result; {@link Void} for none
 */
public final class TaskDefinition<P, R> {
  /**
   * Maximum number of tasks of a type that run at a time on each node, if the definition sets no
   * limit.
   */
  public static final int DEFAULT_CONCURRENCY = 20;

  private static final Duration LONGEST = Duration.ofDays(3_650);
  private static final String ZERO = "zero to";

  static {
    Definition.accessBy(
        definition -> definition.fields, fields -> new TaskDefinition<>(fields.typed(), fields));
  }

  private final TaskType<P, R> type;
  private final Definition fields;

  private TaskDefinition(TaskType<P, R> type, Definition fields) {
    this.type = type;
    this.fields = fields;
  }

  private TaskDefinition<P, R> with(Definition changed) {
    return new TaskDefinition<>(type, changed);
  }

  /** Begins the definition of a type without a result. The handler returns nothing. */
  public static <P> WithoutResult<P> of(TaskType<P, Void> type) {
    return new WithoutResult<>(type);
  }

  /** Begins the definition of a type with a result. The handler returns the result. */
  public static <P, R> WithResult<P, R> of(TaskSignature<P, R> type) {
    return new WithResult<>((TaskType<P, R>) type);
  }

  /**
   * The first part of a definition, without a handler. Call one of its methods to set the handler.
   */
  public abstract static sealed class Start<P, R> permits WithoutResult, WithResult {
    private final TaskType<P, R> type;

    private Start(TaskType<P, R> type) {
      this.type = type;
    }

    private TaskDefinition<P, R> by(Function<StoredType<P, R>, RawHandler> handler) {
      return new TaskDefinition<>(
          type, new Definition(type, standard -> handler.apply(StoredType.of(type, standard))));
    }

    /** Runs the tasks with a handler that returns the outcome of each attempt. */
    public final TaskDefinition<P, R> outcome(OutcomeHandler<P, R> handler) {
      return by(
          type ->
              (RawHandler.Sync)
                  attempt -> stored(type, handler.handle(payload(type, attempt), attempt)));
    }

    /**
     * Runs the tasks with a handler whose writes commit in one transaction with the completion of
     * the task. The handler returns the outcome of each attempt. {@link Outcome} says which
     * outcomes roll the transaction back.
     */
    public final TaskDefinition<P, R> transactionalOutcome(
        TransactionalOutcomeHandler<P, R> handler) {
      return by(
          type ->
              (RawHandler.Transactional)
                  (attempt, transaction) ->
                      stored(type, handler.handle(payload(type, attempt), attempt, transaction)));
    }

    /**
     * Runs the tasks with an asynchronous handler. It returns a stage that completes with the
     * outcome; until then the attempt has a slot but no thread.
     */
    public final TaskDefinition<P, R> async(AsyncHandler<P, R> handler) {
      return by(
          type ->
              (RawHandler.Async)
                  attempt ->
                      handler
                          .handle(payload(type, attempt), attempt)
                          .thenApply(outcome -> stored(type, outcome)));
    }

    /**
     * Runs the tasks with a handler that gets many of them in one call. Unless you set another
     * limit, a node has slots for two chunks: it handles one while it gathers the other.
     */
    public final TaskDefinition<P, R> chunks(Chunks chunks, ChunkHandler<P, R> handler) {
      return by(type -> chunks.gathering(type, handler)).limits(Limit.node(2 * chunks.size()));
    }

    /**
     * Runs the tasks with the handlers of a state machine.
     *
     * @throws IllegalArgumentException if the machine has another task type
     * @throws IllegalStateException if a state has no handler
     */
    public final TaskDefinition<P, R> states(StateMachine<P, R, ?, ?> machine) {
      if (!machine.type().name().equals(type.name())) {
        throw new IllegalArgumentException(
            "This is the state machine of type "
                + machine.type().name()
                + ", but the definition is for type "
                + type.name());
      }
      machine.requireHandlers();
      return new TaskDefinition<>(type, machine.limited(new Definition(type, machine::handler)));
    }

    final TaskDefinition<P, R> steps(ResultWorkflowHandler<P, Outcome<R>> handler) {
      return by(
          type ->
              (RawHandler.OfWorkflow)
                  attempt ->
                      stored(
                          type,
                          handler.handle(
                              payload(type, attempt), ((RowAttempt) attempt).workflow())));
    }

    /**
     * Ends the tasks of a type that is no longer needed: each task becomes DONE without any work.
     */
    public final TaskDefinition<P, R> retired() {
      RawHandler.Sync none = attempt -> Outcome.done();
      return by(type -> none);
    }

    private static <P> P payload(StoredType<P, ?> type, Attempt attempt) {
      return type.payload(attempt.payload(), RowAttempt.traits(attempt));
    }

    /**
     * Returns the outcome in its stored form. If the handler returned null, returns null; the
     * engine then fails the attempt and reports the missing outcome.
     */
    @SuppressWarnings("NullAway") // a handler may return null although it must not
    private static <R> Outcome<?> stored(StoredType<?, R> type, Outcome<R> outcome) {
      return outcome == null ? null : StoredOutcome.of(outcome, type::encode);
    }
  }

  /**
   * The first part of a definition for a type without a result. Call one of its methods to set the
   * handler.
   */
  public static final class WithoutResult<P> extends Start<P, Void> {
    private WithoutResult(TaskType<P, Void> type) {
      super(type);
    }

    /** Runs the tasks with a handler. When it returns, the task is DONE. */
    public TaskDefinition<P, Void> handler(Handler<P> handler) {
      return outcome(
          (payload, attempt) -> {
            DroppedOutcome.forget();
            handler.handle(payload, attempt);
            return DroppedOutcome.done();
          });
    }

    /**
     * Runs the tasks with a handler whose steps are durable and may wait for days: see {@link
     * Workflow}. When it returns, the task is DONE.
     */
    public TaskDefinition<P, Void> workflow(WorkflowHandler<P> handler) {
      return steps(
          (payload, flow) -> {
            DroppedOutcome.forget();
            handler.handle(payload, flow);
            return DroppedOutcome.done();
          });
    }

    /**
     * Runs the tasks with a handler whose writes commit in one transaction with the completion of
     * the task.
     */
    public TaskDefinition<P, Void> transactional(TransactionalHandler<P> handler) {
      return transactionalOutcome(
          (payload, attempt, transaction) -> {
            DroppedOutcome.forget();
            handler.handle(payload, attempt, transaction);
            return DroppedOutcome.done();
          });
    }
  }

  /**
   * The first part of a definition for a type with a result. Call one of its methods to set the
   * handler.
   */
  public static final class WithResult<P, R> extends Start<P, R> {
    private WithResult(TaskType<P, R> type) {
      super(type);
    }

    /** Runs the tasks with a handler that returns the result of the task. */
    public TaskDefinition<P, R> handler(ResultHandler<P, R> handler) {
      return outcome((payload, attempt) -> Outcome.done(handler.handle(payload, attempt)));
    }

    /**
     * Runs the tasks with a handler whose steps are durable and may wait for days: see {@link
     * Workflow}. The handler returns the result of the task.
     */
    public TaskDefinition<P, R> workflow(ResultWorkflowHandler<P, R> handler) {
      return steps((payload, flow) -> Outcome.done(handler.handle(payload, flow)));
    }

    /**
     * Runs the tasks with a handler whose writes commit in one transaction with the completion of
     * the task.
     */
    public TaskDefinition<P, R> transactional(TransactionalResultHandler<P, R> handler) {
      return transactionalOutcome(
          (payload, attempt, transaction) ->
              Outcome.done(handler.handle(payload, attempt, transaction)));
    }
  }

  /** Does the work of a task. An exception means that the attempt failed. */
  @FunctionalInterface
  public interface Handler<P> {
    void handle(P payload, Attempt attempt) throws Exception;
  }

  /** Does the work of a task and returns its result. An exception means that the attempt failed. */
  @FunctionalInterface
  public interface ResultHandler<P, R> {
    R handle(P payload, Attempt attempt) throws Exception;
  }

  /**
   * Does the work of a task and returns the outcome of the attempt. An exception means that the
   * attempt failed.
   */
  @FunctionalInterface
  public interface OutcomeHandler<P, R> {
    Outcome<R> handle(P payload, Attempt attempt) throws Exception;
  }

  /** Starts the work of a task. The returned stage completes with the outcome of the attempt. */
  @FunctionalInterface
  public interface AsyncHandler<P, R> {
    CompletionStage<Outcome<R>> handle(P payload, Attempt attempt) throws Exception;
  }

  /** Does the work of a task in steps. An exception means that the attempt failed. */
  @FunctionalInterface
  public interface WorkflowHandler<P> {
    void handle(P payload, Workflow flow) throws Exception;
  }

  /** A {@link WorkflowHandler} that returns the task's result. */
  @FunctionalInterface
  public interface ResultWorkflowHandler<P, R> {
    R handle(P payload, Workflow flow) throws Exception;
  }

  /** Does the work of many tasks and sets the outcome of each. */
  @FunctionalInterface
  public interface ChunkHandler<P, R> {
    void handle(List<ChunkItem<P, R>> items) throws Exception;
  }

  /**
   * Does the work of a task in the transaction that also completes the task: its effects on that
   * database happen exactly once. An exception or the loss of the lease rolls the transaction back.
   */
  @FunctionalInterface
  public interface TransactionalHandler<P> {
    void handle(P payload, Attempt attempt, Transaction transaction) throws Exception;
  }

  /** A {@link TransactionalHandler} that returns the task's result. */
  @FunctionalInterface
  public interface TransactionalResultHandler<P, R> {
    R handle(P payload, Attempt attempt, Transaction transaction) throws Exception;
  }

  /** A {@link TransactionalHandler} that returns the outcome of the attempt. */
  @FunctionalInterface
  public interface TransactionalOutcomeHandler<P, R> {
    Outcome<R> handle(P payload, Attempt attempt, Transaction transaction) throws Exception;
  }

  /** Returns the task type. */
  public TaskType<P, R> type() {
    return type;
  }

  /**
   * Uses this definition for every type whose name starts with this type's name. All these types
   * share the handler and the limits. For example, {@code DELIVER|} then serves {@code
   * DELIVER|PARTNERX}.
   */
  public TaskDefinition<P, R> asPrefix() {
    return with(fields.asPrefix());
  }

  /** Uses this definition for these types, too. All types share the handler and the limits. */
  public TaskDefinition<P, R> alsoFor(String... types) {
    return with(fields.alsoFor(types));
  }

  /** Sets the policy that decides whether and when another attempt follows a failed one. */
  @SuppressWarnings("unchecked") // the engine passes only failures of this type's tasks
  public TaskDefinition<P, R> retry(RetryPolicy<? super P> policy) {
    return with(fields.retry((RetryPolicy<Object>) policy));
  }

  /**
   * Ends a task as FAILED, instead of ERROR, when its handler has failed and the retry policy
   * allows no further attempt. Callers that wait for the task then get the failure, and one such
   * task opens no incident.
   *
   * <p>These cases are not failures of the handler and still stop the task in ERROR:
   *
   * <ul>
   *   <li>a payload that can't be read
   *   <li>a result that can't be stored
   *   <li>a retry policy that throws
   *   <li>too many losses
   *   <li>a type that no node knows
   *   <li>an attempt for which the reconciler can't say whether its effect happened ({@link
   *       OnLost#ask})
   * </ul>
   */
  public TaskDefinition<P, R> failWhenExhausted() {
    return with(fields.withFailWhenExhausted());
  }

  /**
   * Sets the rule that decides whether a task runs again after a success. By default, it doesn't.
   * {@link #retry} decides about failures.
   */
  @SuppressWarnings("unchecked") // the engine passes only successes of this type's tasks
  public TaskDefinition<P, R> repeat(Repeat<? super P, ? super R> rule) {
    return with(fields.repeat((Repeat<Object, Object>) rule));
  }

  /**
   * Cancels the children that a workflow waits for, if the workflow is cancelled or fails before
   * they have ended. By default the children continue. A workflow in ERROR has not ended. With this
   * setting, each {@link Workflow#call} adds one more task, of the type {@code
   * baton-cancel-children}, which waits for the end of the workflow.
   *
   * @throws IllegalStateException if the handler is not a workflow
   */
  public TaskDefinition<P, R> cancelChildren() {
    if (!(fields.handler() instanceof RawHandler.OfWorkflow)) {
      throw new IllegalStateException(
          "cancelChildren() of type " + type.name() + " needs a handler set with workflow(...)");
    }
    return with(fields.withCancelChildren());
  }

  /**
   * Limits how many tasks run at a time; the default is 20 on each node. A task needs a slot of
   * each of these limits.
   */
  public TaskDefinition<P, R> limits(Limit first, Limit... others) {
    return with(fields.limits(LimitPolicies.of(first, others)));
  }

  /** Lets the keys of this type take equal turns: see {@link #fair(FairShare)}. */
  public TaskDefinition<P, R> fair() {
    return fair(FairShare.equal());
  }

  /**
   * Lets the keys of this type take turns, by weight, so that a key with many tasks doesn't delay
   * the others. Each node does this separately for each priority.
   */
  public TaskDefinition<P, R> fair(FairShare share) {
    return with(fields.fair(share));
  }

  /**
   * Sets a check that returns whether this node can run tasks of this type now. While it returns
   * false, other nodes run them. Baton calls the check again at each poll and when slots become
   * free. The check must be quick and thread-safe.
   */
  public TaskDefinition<P, R> runsHere(BooleanSupplier check) {
    return with(fields.runsHere(check));
  }

  /** Describes this type for operators. */
  public TaskDefinition<P, R> metadata(TypeMetadata metadata) {
    return with(fields.metadata(metadata));
  }

  /** Sets how failed attempts are logged. */
  public TaskDefinition<P, R> logFailure(FailureLog log) {
    return with(fields.failureLog(log));
  }

  /**
   * Sets what happens when a node crashes while the handler runs; by default another node resumes
   * the task.
   */
  public TaskDefinition<P, R> onLost(OnLost<P, R> choice) {
    return with(fields.onLost(standard -> choice.stored(StoredType.of(type, standard))));
  }

  /**
   * Sets how long one attempt may take before Baton interrupts it and counts it as failed; more
   * than zero, at most 3,650 days. The default is ten minutes.
   */
  public TaskDefinition<P, R> deadline(Duration longest) {
    return with(fields.deadline(bounded("A deadline", "positive and at most", longest)));
  }

  /** Sets the bucket in which tasks run that are added without a bucket. */
  public TaskDefinition<P, R> bucket(String name) {
    return with(fields.bucket(name));
  }

  /**
   * Turns local dispatch off. By default, the node that adds a task may claim it in the same insert
   * and start it right after the commit. With this setting, the first node that claims the task
   * after the commit runs it.
   */
  public TaskDefinition<P, R> withoutLocalDispatch() {
    return with(fields.withoutLocalDispatch());
  }

  /**
   * Sets how long DONE tasks are kept, instead of {@code NodeSettings.keepDone}; zero to 3,650
   * days. With zero, a task is deleted when it is DONE.
   */
  public TaskDefinition<P, R> keepDone(Duration retention) {
    return with(fields.keepDone(bounded("A retention", ZERO, retention)));
  }

  /**
   * Sets how many of its latest attempts a repeating task keeps, including successful ones; 0 to
   * 100. With the default of 0, the task keeps all attempts that failed or were lost, and no
   * others. This costs three statements in the transaction that ends each run. {@link
   * dev.baton.operate.TaskControl#attempts} reads the attempts.
   */
  public TaskDefinition<P, R> keepRuns(int latest) {
    if (latest < 0 || latest > 100) {
      throw new IllegalArgumentException("keepRuns must be 0 to 100, not " + latest);
    }
    return with(fields.keepRuns(latest));
  }

  /**
   * Sets how long a ready task of this type may wait for a claim before {@link Statistics#stuck}
   * counts it as stuck; zero to 3,650 days. With zero, every ready task counts as stuck at once.
   */
  public TaskDefinition<P, R> expectedWait(Duration longest) {
    return with(fields.expectedWait(bounded("An expected wait", ZERO, longest)));
  }

  private static Duration bounded(String what, String from, Duration length) {
    boolean isTooShort = length.isNegative() || (length.isZero() && !from.equals(ZERO));
    if (isTooShort || length.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          what
              + " must be "
              + from
              + " "
              + LONGEST.toDays()
              + " days, not "
              + Texts.duration(length));
    }
    return length;
  }
}
