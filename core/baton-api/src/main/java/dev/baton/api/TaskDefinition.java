package dev.baton.api;

import dev.baton.api.cluster.BucketOptions;
import dev.baton.api.limit.BookingPolicy;
import dev.baton.api.limit.FairShare;
import dev.baton.api.limit.Limit;
import dev.baton.api.limit.LimitPolicies;
import dev.baton.api.limit.StateLimits;
import dev.baton.api.statistics.Statistics;
import dev.baton.task.Bytes;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a node runs the tasks of a type. Immutable: each method returns a changed copy. By default at
 * most 20 run at a time on a node, with 10 attempts, growing delays and a deadline of ten minutes;
 * when a node dies, another resumes its tasks, at most five times.
 */
public final class TaskDefinition implements Cloneable {
  /** Slots on each node for a type that names no limit. */
  public static final int DEFAULT_CONCURRENCY = 20;

  private static final Duration LONGEST = Duration.ofDays(3_650);
  private static final String ZERO = "zero to";

  private final String type;
  private final TaskHandler handler;
  private boolean prefix;
  private SortedSet<String> otherTypes = new TreeSet<>();
  private RetryPolicy retry = Retry.standard();
  private BookingPolicy limitPolicy = LimitPolicies.of(Limit.node(DEFAULT_CONCURRENCY));
  private @Nullable FairShare fairShare;
  private @Nullable RunsHere here;
  private OnLost<?> onLost = OnLost.resume();
  private StateLimits stateLimits = StateLimits.NONE;
  private Duration deadline = Duration.ofMinutes(10);
  private String bucket = BucketOptions.DEFAULT;
  private boolean localDispatch = true;
  private @Nullable Duration keepDone;
  private @Nullable Duration expectedWait;
  private TypeMetadata metadata = TypeMetadata.none();
  private FailureLog failureLog = FailureLog.standard();
  private boolean failWhenExhausted;
  private @Nullable StoredRepeat repeat;
  private int keptRuns;
  private @Nullable TaskType<?, ?> typed;

  private TaskDefinition(String type, TaskHandler handler) {
    this.type = Objects.requireNonNull(type, "type");
    this.handler = Objects.requireNonNull(handler, "handler");
  }

  private TaskDefinition with(Consumer<TaskDefinition> change) {
    try {
      TaskDefinition copy = (TaskDefinition) clone();
      change.accept(copy);
      return copy;
    } catch (CloneNotSupportedException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Tasks of this type are run by this handler. */
  public static TaskDefinition of(String type, TaskHandler.Sync handler) {
    return new TaskDefinition(type, handler);
  }

  /** Tasks of this type are run by this handler; its stage completes with the outcome. */
  public static TaskDefinition async(String type, TaskHandler.Async handler) {
    return new TaskDefinition(type, handler);
  }

  /** Tasks of this type are run by this handler, in a transaction with their completion. */
  public static TaskDefinition transactional(String type, TaskHandler.Transactional handler) {
    return new TaskDefinition(type, handler);
  }

  /** Tasks of this type are run by this handler, many by one call. */
  public static TaskDefinition chunked(TaskType<?, ?> type, TaskHandler.Chunked<?> handler) {
    return new TaskDefinition(type.name(), handler).as(type);
  }

  /** For a type that is no longer needed: its tasks are DONE at once. */
  public static TaskDefinition retired(String type) {
    return of(type, attempt -> Outcome.done());
  }

  /**
   * Serves every type whose name begins with this one's, as {@code DELIVER|PARTNERX} does with
   * {@code DELIVER|}, with one handler and one set of limits.
   */
  public TaskDefinition asPrefix() {
    return with(copy -> copy.prefix = true);
  }

  /** Serves these types too, with one handler and one set of limits. */
  public TaskDefinition alsoFor(String... types) {
    SortedSet<String> more = new TreeSet<>(otherTypes);
    more.addAll(List.of(types));
    return with(copy -> copy.otherTypes = more);
  }

  /** Tasks of this type are run by this handler; when it returns, they are DONE. */
  public static <P> TaskDefinition of(TaskType<P, ?> type, TypedHandler.Working<P> handler) {
    return deciding(
        type,
        (payload, attempt) -> {
          handler.handle(payload, attempt);
          return Outcome.done();
        });
  }

  /** Tasks of this type are run by this handler, which returns the task's result. */
  public static <P, R> TaskDefinition answering(
      TaskType<P, R> type, TypedHandler.Answering<P, R> handler) {
    return deciding(type, (payload, attempt) -> type.done(handler.handle(payload, attempt)));
  }

  /** Tasks of this type are run by this handler, which returns the outcome of each attempt. */
  public static <P> TaskDefinition deciding(TaskType<P, ?> type, TypedHandler.Deciding<P> handler) {
    return of(type.name(), attempt -> handler.handle(type.payloadOf(attempt), attempt)).as(type);
  }

  /** Tasks of this type are run by this handler; its stage completes with the outcome. */
  public static <P> TaskDefinition async(TaskType<P, ?> type, TypedHandler.Async<P> handler) {
    return async(type.name(), attempt -> handler.handle(type.payloadOf(attempt), attempt)).as(type);
  }

  /** Tasks of this type are run by this handler, in a transaction with their completion. */
  public static <P> TaskDefinition transactional(
      TaskType<P, ?> type, TypedHandler.Transactional<P> handler) {
    return transactional(
            type.name(),
            (attempt, transaction) -> handler.handle(type.payloadOf(attempt), attempt, transaction))
        .as(type);
  }

  private TaskDefinition as(TaskType<?, ?> type) {
    return with(copy -> copy.typed = type);
  }

  /** Decides whether and when a failed attempt is followed by another. */
  public TaskDefinition retry(RetryPolicy policy) {
    return with(copy -> copy.retry = policy);
  }

  /**
   * A task whose handler failed and is not to be tried again ends FAILED, instead of waiting in
   * ERROR for a person: its callers get the failure as its result, and one such task opens no
   * incident. What isn't the handler's failure still stops in ERROR: a payload that can't be read,
   * a result that can't be stored, a retry policy that throws, losses used up, a type that no node
   * knows, and an attempt whose effect isn't known ({@link OnLost#ask}).
   */
  public TaskDefinition failWhenExhausted() {
    return with(copy -> copy.failWhenExhausted = true);
  }

  /**
   * Decides whether a task that succeeded runs again; by default it is done. The rule reads the
   * payload and the result in their stored form. Failures are up to {@link #retry}.
   */
  public TaskDefinition repeat(Repeat<? super Bytes, ? super Bytes> repeat) {
    return with(
        copy ->
            copy.repeat =
                (attempt, result, given) ->
                    repeat.repeatAfter(
                        new Repeat.Success<>(given.payload(), result, attempt, given.now())));
  }

  /** As {@link #repeat(Repeat)}, decided on the type's payload and result. */
  public <P, R> TaskDefinition repeat(TaskType<P, R> type, Repeat<? super P, ? super R> repeat) {
    return with(
        copy ->
            copy.repeat =
                (attempt, result, given) ->
                    repeat.repeatAfter(
                        new Repeat.Success<>(
                            type.payloadOf(given.payload(), given.traits()),
                            type.resultOf(result),
                            attempt,
                            given.now())));
  }

  /** A {@link Repeat} that reads what it is given. */
  private interface StoredRepeat {
    Optional<Duration> repeatAfter(int attempt, @Nullable Bytes result, RetryPolicy.Given given);
  }

  /**
   * Bounds how many tasks run at a time, 20 on each node by default. A task needs a slot of each of
   * these limits.
   */
  public TaskDefinition limits(Limit first, Limit... others) {
    return with(copy -> copy.limitPolicy = LimitPolicies.of(first, others));
  }

  /** The keys of this type take turns, all alike: see {@link #fair(FairShare)}. */
  public TaskDefinition fair() {
    return fair(FairShare.equal());
  }

  /** At each priority the keys take turns by weight, on each node; see docs/fair-share.md. */
  public TaskDefinition fair(FairShare share) {
    return with(copy -> copy.fairShare = share);
  }

  /**
   * Whether this node can run tasks of this type now; while it can't, they are left to others. It
   * is asked again once a poll and when slots are freed; must be quick and thread-safe.
   */
  public TaskDefinition runsHere(BooleanSupplier now) {
    return with(copy -> copy.here = new RunsHere(now));
  }

  /** What people should know of this type. */
  public TaskDefinition metadata(TypeMetadata metadata) {
    return with(copy -> copy.metadata = metadata);
  }

  /** How failed attempts are logged. */
  public TaskDefinition logFailure(FailureLog log) {
    return with(copy -> copy.failureLog = log);
  }

  /**
   * Decides what happens when a node dies while the handler runs; by default another node resumes
   * the task. A reconciler gets the payload as it is stored, null for none.
   */
  public TaskDefinition onLost(OnLost<Bytes> choice) {
    return with(copy -> copy.onLost = choice.reading(Attempt::payload));
  }

  /** As {@link #onLost(OnLost)}; the reconciler gets the type's payload. */
  public <P> TaskDefinition onLost(TaskType<P, ?> type, OnLost<P> choice) {
    return with(copy -> copy.onLost = choice.reading(type::payloadOf));
  }

  /**
   * Bounds how many tasks are in these states together, within {@link #limits}. Baton books a slot
   * after it has claimed a task in such a state, and before a task enters such a state.
   *
   * @throws IllegalArgumentException for a limit of the cluster, or if a state has limits already
   */
  public TaskDefinition limitsIn(Collection<String> states, Limit first, Limit... others) {
    BookingPolicy policy = LimitPolicies.of(first, others);
    return with(copy -> copy.stateLimits = stateLimits.with(type, states, policy));
  }

  /** How long one attempt may take before it is interrupted and counted as failed. */
  public TaskDefinition deadline(Duration longest) {
    return with(copy -> copy.deadline = bounded("A deadline", "positive and at most", longest));
  }

  /** The bucket of tasks of this type that name none. */
  public TaskDefinition bucket(String name) {
    return with(copy -> copy.bucket = name);
  }

  /** Turns local dispatch off: the first node that claims a task runs it. */
  public TaskDefinition withoutLocalDispatch() {
    return with(copy -> copy.localDispatch = false);
  }

  /** How long DONE tasks are kept, in place of the node's setting; zero for not at all. */
  public TaskDefinition keepDone(Duration retention) {
    return with(copy -> copy.keepDone = bounded("A retention", ZERO, retention));
  }

  /**
   * A task that repeats keeps this many of its latest attempts, successful ones too; 0 to 100. By
   * default, 0, it keeps those that failed or were lost, without a bound. Costs three statements
   * for each run, in one transaction with its end. Read by {@link
   * dev.baton.api.operate.Operations#attempts}.
   */
  public TaskDefinition keepRuns(int latest) {
    if (latest < 0 || latest > 100) {
      throw new IllegalArgumentException("keepRuns must be 0 to 100, not " + latest);
    }
    return with(copy -> copy.keptRuns = latest);
  }

  /**
   * How long a ready task of this type may wait to be claimed before it counts as stuck in {@link
   * Statistics#stuck}; zero for at once.
   */
  public TaskDefinition expectedWait(Duration longest) {
    return with(copy -> copy.expectedWait = bounded("An expected wait", ZERO, longest));
  }

  private static Duration bounded(String what, String from, Duration length) {
    boolean isTooShort = length.isNegative() || (length.isZero() && !from.equals(ZERO));
    if (isTooShort || length.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          what + " must be " + from + " " + LONGEST.toDays() + " days, not " + length);
    }
    return length;
  }

  public String type() {
    return type;
  }

  /** Whether its types are all those that begin with one of its names. */
  public boolean isPrefix() {
    return prefix;
  }

  /** The types it serves, or their beginnings. */
  public SortedSet<String> types() {
    SortedSet<String> all = new TreeSet<>(otherTypes);
    all.add(type);
    return all;
  }

  public TaskHandler handler() {
    return handler;
  }

  public RetryPolicy retry() {
    return retry;
  }

  /** Returns whether tasks may run again after a success. */
  public boolean isRepeating() {
    return repeat != null;
  }

  /**
   * Returns how long after a success a task runs again; empty when it is done. For the engine.
   *
   * @param attempt 1 for the first since the task last made progress
   */
  public Optional<Duration> repeatAfter(
      int attempt, @Nullable Bytes result, RetryPolicy.Given given) {
    return repeat == null ? Optional.empty() : repeat.repeatAfter(attempt, result, given);
  }

  /** See {@link #failWhenExhausted}. */
  public boolean isFailedWhenExhausted() {
    return failWhenExhausted;
  }

  /** Returns the policy that decides whether a task may run on this node. For the engine. */
  public BookingPolicy limitPolicy() {
    return here == null ? limitPolicy : LimitPolicies.both(here, limitPolicy);
  }

  /**
   * Returns copies of the definitions whose limits one node counts. For the engine.
   *
   * @throws IllegalArgumentException if two give one limit of the node different numbers
   */
  public static List<TaskDefinition> counted(Collection<TaskDefinition> definitions) {
    LimitPolicies node = new LimitPolicies();
    return definitions.stream().map(definition -> definition.counted(node)).toList();
  }

  private TaskDefinition counted(LimitPolicies node) {
    return with(
        copy -> {
          copy.limitPolicy = node.counted(type, limitPolicy);
          copy.stateLimits = node.counted(type, stateLimits);
        });
  }

  /** How the keys take turns; null where tasks start in the order of their arrival. */
  public @Nullable FairShare fairShare() {
    return fairShare;
  }

  /** What people should know of this type. */
  public TypeMetadata metadata() {
    return metadata;
  }

  public FailureLog failureLog() {
    return failureLog;
  }

  /** Returns whether each lost attempt is resumed, marked or not. */
  public boolean isResumedWhenLost() {
    return onLost.isResume();
  }

  /** Returns whether a reconciler is asked about lost attempts. */
  public boolean isAskedWhenLost() {
    return onLost.isAsk();
  }

  /** Asks the reconciler about a lost attempt. */
  public Reconciliation reconcile(Attempt attempt) throws Exception {
    return onLost.reconcile(attempt);
  }

  /** The type that it was made with; null where it was made with a name. */
  public @Nullable TaskType<?, ?> typed() {
    return typed;
  }

  /** Returns whether {@link OnLost} decides only after {@link Attempt#markIrreversible}. */
  public boolean isIrreversibleWhenMarked() {
    return onLost.isOnlyIfMarked();
  }

  /** The limits of states; {@link StateLimits#NONE} when no state has one of its own. */
  public StateLimits stateLimits() {
    return stateLimits;
  }

  /** Losses that are resumed before a mark: none with {@link OnLost#stop}. */
  public int lossLimit() {
    return onLost.lossLimit();
  }

  /** Losses that are resumed after a mark: none where {@link OnLost} stops. */
  public int lossLimitWhenMarked() {
    return onLost.lossLimitIfMarked();
  }

  public Duration deadline() {
    return deadline;
  }

  public String bucket() {
    return bucket;
  }

  /** Whether a task may start on the adding node without a claim. */
  public boolean mayDispatchLocally() {
    boolean isHere = here == null || here.probably();
    return localDispatch && isHere && onLost.isResume() && limitPolicy.isLocal();
  }

  /** The retention of DONE tasks; null for the node's setting. */
  public @Nullable Duration keepDone() {
    return keepDone;
  }

  /** See {@link #keepRuns}. */
  public int keptRuns() {
    return keptRuns;
  }

  /** See {@link #expectedWait(Duration)}; null where nothing was said. */
  public @Nullable Duration expectedWait() {
    return expectedWait;
  }
}
