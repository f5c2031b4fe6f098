package dev.baton.handler;

import dev.baton.api.TaskSignature;
import dev.baton.api.TaskType;
import dev.baton.api.Transaction;
import dev.baton.api.internal.StoredType;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.RawHandler;
import dev.baton.handler.internal.StoredOutcome;
import dev.baton.limit.FairShare;
import dev.baton.limit.Limit;
import dev.baton.limit.LimitPolicies;
import dev.baton.operate.statistics.Statistics;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * How a node runs the tasks of a type. Immutable: each method returns a changed copy. By default at
 * most 20 run at a time on a node, with 10 attempts, growing delays and a deadline of ten minutes;
 * when a node dies, another resumes its tasks, at most five times.
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
  /** Slots on each node for a type that names no limit. */
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

  /** Begins the definition of a type without a result: its handler returns nothing. */
  public static <P> WithoutResult<P> of(TaskType<P, Void> type) {
    return new WithoutResult<>(type);
  }

  /** Begins the definition of a type with a result: its handler returns it. */
  public static <P, R> WithResult<P, R> of(TaskSignature<P, R> type) {
    return new WithResult<>((TaskType<P, R>) type);
  }

  /** The beginning of a definition: its handler is still missing. */
  public abstract static sealed class Start<P, R> permits WithoutResult, WithResult {
    private final TaskType<P, R> type;

    private Start(TaskType<P, R> type) {
      this.type = type;
    }

    private TaskDefinition<P, R> by(Function<StoredType<P, R>, RawHandler> handler) {
      return new TaskDefinition<>(
          type, new Definition(type, standard -> handler.apply(StoredType.of(type, standard))));
    }

    /** This handler runs the tasks. It returns the outcome of each attempt. */
    public final TaskDefinition<P, R> outcome(OutcomeHandler<P, R> handler) {
      return by(
          type ->
              (RawHandler.Sync)
                  attempt -> stored(type, handler.handle(payload(type, attempt), attempt)));
    }

    /**
     * This handler runs the tasks, in a transaction with their completion. It returns the outcome
     * of each attempt; see {@link Outcome} for which of them roll the transaction back.
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
     * This handler runs the tasks. Its stage completes with the outcome; until then the attempt has
     * a slot but no thread.
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
     * This handler runs the tasks, many by one call. Unless the definition is given another limit,
     * a node runs two chunks: one is handled, the other gathered.
     */
    public final TaskDefinition<P, R> chunks(Chunks chunks, ChunkHandler<P, R> handler) {
      return by(type -> chunks.gathering(type, handler)).limits(Limit.node(2 * chunks.size()));
    }

    /**
     * The handlers of this machine run the tasks.
     *
     * @param machine of the same type
     * @throws IllegalStateException when a state has no handler
     */
    public final TaskDefinition<P, R> states(StateMachine<P, R, ?, ?> machine) {
      if (!machine.type().name().equals(type.name())) {
        throw new IllegalArgumentException(
            "The states are those of " + machine.type().name() + ", not of " + type.name());
      }
      machine.requireHandlers();
      return new TaskDefinition<>(type, machine.limited(new Definition(type, machine::handler)));
    }

    /** Ends the tasks of a type that is no longer needed: they are DONE at once. */
    public final TaskDefinition<P, R> retired() {
      RawHandler.Sync none = attempt -> Outcome.done();
      return by(type -> none);
    }

    private static <P> P payload(StoredType<P, ?> type, Attempt attempt) {
      return type.payload(attempt.payload(), attempt.traits());
    }

    /**
     * Returns null for null: the engine then fails the attempt and says that the handler returned
     * no outcome.
     */
    @SuppressWarnings("NullAway") // a handler may break its promise
    private static <R> Outcome<?> stored(StoredType<?, R> type, Outcome<R> outcome) {
      return outcome == null ? null : StoredOutcome.of(outcome, type::encode);
    }
  }

  /** The beginning of a definition, for a type without a result. A handler is still missing. */
  public static final class WithoutResult<P> extends Start<P, Void> {
    private WithoutResult(TaskType<P, Void> type) {
      super(type);
    }

    /** This handler runs the tasks. When it returns, they are DONE. */
    public TaskDefinition<P, Void> handler(Handler<P> handler) {
      return outcome(
          (payload, attempt) -> {
            handler.handle(payload, attempt);
            return Outcome.done();
          });
    }

    /** This handler runs the tasks, in a transaction with their completion. */
    public TaskDefinition<P, Void> transactional(TransactionalHandler<P> handler) {
      return transactionalOutcome(
          (payload, attempt, transaction) -> {
            handler.handle(payload, attempt, transaction);
            return Outcome.done();
          });
    }
  }

  /** The beginning of a definition, for a type with a result. A handler is still missing. */
  public static final class WithResult<P, R> extends Start<P, R> {
    private WithResult(TaskType<P, R> type) {
      super(type);
    }

    /** This handler runs the tasks. It returns their result. */
    public TaskDefinition<P, R> handler(ResultHandler<P, R> handler) {
      return outcome((payload, attempt) -> Outcome.done(handler.handle(payload, attempt)));
    }

    /** This handler runs the tasks, in a transaction with their completion. */
    public TaskDefinition<P, R> transactional(TransactionalResultHandler<P, R> handler) {
      return transactionalOutcome(
          (payload, attempt, transaction) ->
              Outcome.done(handler.handle(payload, attempt, transaction)));
    }
  }

  /** Works; throwing means failure. */
  @FunctionalInterface
  public interface Handler<P> {
    void handle(P payload, Attempt attempt) throws Exception;
  }

  /** Works and returns the task's result; throwing means failure. */
  @FunctionalInterface
  public interface ResultHandler<P, R> {
    R handle(P payload, Attempt attempt) throws Exception;
  }

  /** Works and returns how the attempt ended; throwing means failure. */
  @FunctionalInterface
  public interface OutcomeHandler<P, R> {
    Outcome<R> handle(P payload, Attempt attempt) throws Exception;
  }

  /** Starts the work. The returned stage completes with the outcome of the attempt. */
  @FunctionalInterface
  public interface AsyncHandler<P, R> {
    CompletionStage<Outcome<R>> handle(P payload, Attempt attempt) throws Exception;
  }

  /** Works on many tasks, and says how each of them ended. */
  @FunctionalInterface
  public interface ChunkHandler<P, R> {
    void handle(List<ChunkItem<P, R>> items) throws Exception;
  }

  /**
   * Works in the transaction that also carries the task's completion: its effects on that database
   * happen exactly once. An exception rolls it back; so does the loss of the lease.
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

  /** A {@link TransactionalHandler} that returns how the attempt ended. */
  @FunctionalInterface
  public interface TransactionalOutcomeHandler<P, R> {
    Outcome<R> handle(P payload, Attempt attempt, Transaction transaction) throws Exception;
  }

  /** Returns the type. */
  public TaskType<P, R> type() {
    return type;
  }

  /**
   * Serves every type whose name begins with this one's, as {@code DELIVER|PARTNERX} does with
   * {@code DELIVER|}, with one handler and one set of limits.
   */
  public TaskDefinition<P, R> asPrefix() {
    return with(fields.asPrefix());
  }

  /** Serves these types too, with one handler and one set of limits. */
  public TaskDefinition<P, R> alsoFor(String... types) {
    return with(fields.alsoFor(types));
  }

  /** Decides whether and when a failed attempt is followed by another. */
  @SuppressWarnings("unchecked") // the engine gives it failures of tasks of this type alone
  public TaskDefinition<P, R> retry(RetryPolicy<? super P> policy) {
    return with(fields.retry((RetryPolicy<Object>) policy));
  }

  /**
   * A task whose handler failed and is not to be tried again ends FAILED, instead of waiting in
   * ERROR for a person: its callers get the failure as its result, and one such task opens no
   * incident. What isn't the handler's failure still stops in ERROR: a payload that can't be read,
   * a result that can't be stored, a retry policy that throws, losses used up, a type that no node
   * knows, and an attempt whose effect isn't known ({@link OnLost#ask}).
   */
  public TaskDefinition<P, R> failWhenExhausted() {
    return with(fields.withFailWhenExhausted());
  }

  /**
   * Decides whether a task that succeeded runs again; by default it is done. Failures are up to
   * {@link #retry}.
   */
  @SuppressWarnings("unchecked") // the engine gives it successes of tasks of this type alone
  public TaskDefinition<P, R> repeat(Repeat<? super P, ? super R> rule) {
    return with(fields.repeat((Repeat<Object, Object>) rule));
  }

  /**
   * Bounds how many tasks run at a time, 20 on each node by default. A task needs a slot of each of
   * these limits.
   */
  public TaskDefinition<P, R> limits(Limit first, Limit... others) {
    return with(fields.limits(LimitPolicies.of(first, others)));
  }

  /** The keys of this type take turns, all alike: see {@link #fair(FairShare)}. */
  public TaskDefinition<P, R> fair() {
    return fair(FairShare.equal());
  }

  /** At each priority the keys take turns by weight, on each node; see docs/fair-share.md. */
  public TaskDefinition<P, R> fair(FairShare share) {
    return with(fields.fair(share));
  }

  /**
   * Whether this node can run tasks of this type now; while it can't, they are left to others. It
   * is asked again once a poll and when slots are freed; must be quick and thread-safe.
   */
  public TaskDefinition<P, R> runsHere(BooleanSupplier now) {
    return with(fields.runsHere(now));
  }

  /** What people should know of this type. */
  public TaskDefinition<P, R> metadata(TypeMetadata metadata) {
    return with(fields.metadata(metadata));
  }

  /** How failed attempts are logged. */
  public TaskDefinition<P, R> logFailure(FailureLog log) {
    return with(fields.failureLog(log));
  }

  /**
   * Decides what happens when a node dies while the handler runs; by default another node resumes
   * the task.
   */
  public TaskDefinition<P, R> onLost(OnLost<P, R> choice) {
    return with(fields.onLost(standard -> choice.stored(StoredType.of(type, standard))));
  }

  /** How long one attempt may take before it is interrupted and counted as failed. */
  public TaskDefinition<P, R> deadline(Duration longest) {
    return with(fields.deadline(bounded("A deadline", "positive and at most", longest)));
  }

  /** The bucket of tasks of this type that name none. */
  public TaskDefinition<P, R> bucket(String name) {
    return with(fields.bucket(name));
  }

  /** Turns local dispatch off: the first node that claims a task runs it. */
  public TaskDefinition<P, R> withoutLocalDispatch() {
    return with(fields.withoutLocalDispatch());
  }

  /** How long DONE tasks are kept, in place of the node's setting; zero for not at all. */
  public TaskDefinition<P, R> keepDone(Duration retention) {
    return with(fields.keepDone(bounded("A retention", ZERO, retention)));
  }

  /**
   * A task that repeats keeps this many of its latest attempts, successful ones too; 0 to 100. The
   * default is 0: only attempts that failed or were lost are kept, all of them. Costs three
   * statements for each run, in one transaction with its end. Read by {@link
   * dev.baton.operate.TaskControl#attempts}.
   */
  public TaskDefinition<P, R> keepRuns(int latest) {
    if (latest < 0 || latest > 100) {
      throw new IllegalArgumentException("keepRuns must be 0 to 100, not " + latest);
    }
    return with(fields.keepRuns(latest));
  }

  /**
   * How long a ready task of this type may wait to be claimed before it counts as stuck in {@link
   * Statistics#stuck}; with zero, it counts at once.
   */
  public TaskDefinition<P, R> expectedWait(Duration longest) {
    return with(fields.expectedWait(bounded("An expected wait", ZERO, longest)));
  }

  private static Duration bounded(String what, String from, Duration length) {
    boolean isTooShort = length.isNegative() || (length.isZero() && !from.equals(ZERO));
    if (isTooShort || length.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          what + " must be " + from + " " + LONGEST.toDays() + " days, not " + length);
    }
    return length;
  }
}
