package dev.baton.handler.internal;

import dev.baton.api.TaskType;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.internal.Codecs;
import dev.baton.api.internal.StoredType;
import dev.baton.cluster.BucketOptions;
import dev.baton.handler.FailureLog;
import dev.baton.handler.Repeat;
import dev.baton.handler.Retry;
import dev.baton.handler.RetryPolicy;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.TypeMetadata;
import dev.baton.limit.BookingPolicy;
import dev.baton.limit.FairShare;
import dev.baton.limit.Limit;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.limit.internal.StateLimits;
import dev.baton.task.Bytes;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a {@link TaskDefinition}, as the engine reads them. Immutable: methods with a
 * parameter return a changed copy.
 */
public final class Definition implements Cloneable {
  private static volatile @Nullable Function<TaskDefinition<?, ?>, Definition> reader;
  private static volatile @Nullable Function<Definition, TaskDefinition<?, ?>> maker;

  /** Parts of a definition that an annotation can also set. */
  public enum Part {
    BUCKET("bucket"),
    DEADLINE("deadline"),
    FAIL_WHEN_EXHAUSTED("failWhenExhausted"),
    FAIR("fair"),
    KEEP_DONE("keepDone"),
    LIMITS("limits"),
    ON_LOST("onLost"),
    RETRY("retry");

    private final String method;

    Part(String method) {
      this.method = method;
    }

    /** Returns the name of the {@link TaskDefinition} method that sets this part. */
    public String method() {
      return method;
    }
  }

  private TaskType<?, ?> typed;
  private final Function<Supplier<PayloadCodec>, RawHandler> handlers;
  private Supplier<PayloadCodec> standard = Codecs.STANDARD;
  private @Nullable RawHandler handler;
  private boolean prefix;
  private SortedSet<String> otherTypes = new TreeSet<>();
  private RetryPolicy<Object> retry = Retry.standard();
  private BookingPolicy limitPolicy =
      LimitPolicies.of(Limit.node(TaskDefinition.DEFAULT_CONCURRENCY));
  private @Nullable FairShare fairShare;
  private @Nullable RunsHere here;
  private Function<Supplier<PayloadCodec>, LossChoice> losses = codec -> LossChoice.USUAL;
  private LossChoice onLost = LossChoice.USUAL;
  private StateLimits stateLimits = StateLimits.NONE;
  private Duration deadline = Duration.ofMinutes(10);
  private String bucket = BucketOptions.DEFAULT;
  private boolean localDispatch = true;
  private @Nullable Duration keepDone;
  private @Nullable Duration expectedWait;
  private TypeMetadata metadata = TypeMetadata.none();
  private FailureLog failureLog = FailureLog.standard();
  private boolean failWhenExhausted;
  private @Nullable Repeat<Object, Object> repeat;
  private int keptRuns;
  private boolean cancelsChildren;
  private Set<Part> said = Set.of();

  /** Creates the definition of a handler that needs no codec. */
  public Definition(TaskType<?, ?> typed, RawHandler handler) {
    this(typed, standard -> handler);
  }

  /**
   * Creates the definition of a handler that needs the node's codec.
   *
   * @param handlers creates the handler from the standard codec, which types without their own
   *     codec use
   */
  public Definition(TaskType<?, ?> typed, Function<Supplier<PayloadCodec>, RawHandler> handlers) {
    this.typed = typed;
    this.handlers = handlers;
  }

  /**
   * Returns the same definition with this standard codec, which it uses if its type has no codec.
   */
  public Definition storedBy(Supplier<PayloadCodec> codec) {
    return with(
        copy -> {
          copy.standard = codec;
          copy.handler = handlers.apply(codec);
          copy.onLost = losses.apply(codec);
        });
  }

  /** Returns the reader and writer of this definition's payloads and results. */
  public StoredType<?, ?> stored() {
    return StoredType.of(typed, standard);
  }

  /** Sets how definitions are read and created. Only {@link TaskDefinition} itself calls this. */
  public static void accessBy(
      Function<TaskDefinition<?, ?>, Definition> read,
      Function<Definition, TaskDefinition<?, ?>> make) {
    reader = read;
    maker = make;
  }

  /** Returns the contents of a definition. */
  @SuppressWarnings("NullAway") // TaskDefinition calls accessBy before any definition exists
  public static Definition of(TaskDefinition<?, ?> definition) {
    return reader.apply(definition);
  }

  /** Returns the definition of this type with these contents. */
  @SuppressWarnings({"unchecked", "NullAway"}) // the fields fit the type; accessBy was called
  public static <P, R> TaskDefinition<P, R> typed(TaskType<P, R> type, Definition fields) {
    try {
      MethodHandles.lookup().ensureInitialized(TaskDefinition.class);
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException(impossible);
    }
    return (TaskDefinition<P, R>) maker.apply(fields);
  }

  /** Returns the definition with these contents. */
  public TaskDefinition<?, ?> definition() {
    return typed(typed, this);
  }

  private Definition with(Part part, Consumer<Definition> change) {
    return with(
        copy -> {
          change.accept(copy);
          copy.said = EnumSet.of(part);
          copy.said.addAll(said);
        });
  }

  /**
   * Returns the parts that were set since {@link #withNothingSaid}, or since the definition was
   * created.
   */
  public Set<Part> said() {
    return Collections.unmodifiableSet(said);
  }

  /** Returns the same definition with an empty {@link #said}. */
  public Definition withNothingSaid() {
    return with(copy -> copy.said = Set.of());
  }

  /**
   * Returns the same definition with a type object of the same name whose payload and result
   * classes are more exact.
   */
  public Definition typedAs(TaskType<?, ?> type) {
    return with(copy -> copy.typed = type);
  }

  private Definition with(Consumer<Definition> change) {
    try {
      Definition copy = (Definition) clone();
      change.accept(copy);
      return copy;
    } catch (CloneNotSupportedException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * Returns copies of the definitions with counters for their limits. Definitions that share a
   * limit get the same counter.
   *
   * @throws IllegalArgumentException if two definitions use a node limit of the same name with
   *     different numbers of slots
   */
  public static List<Definition> counted(Collection<Definition> definitions) {
    LimitPolicies node = new LimitPolicies();
    return definitions.stream()
        .map(
            one ->
                one.with(
                    copy -> {
                      copy.limitPolicy = node.counted(one.type(), one.limitPolicy);
                      copy.stateLimits = node.counted(one.type(), one.stateLimits);
                    }))
        .toList();
  }

  /** Returns the type of the definition. */
  public TaskType<?, ?> typed() {
    return typed;
  }

  public String type() {
    return typed.name();
  }

  public RawHandler handler() {
    return handler == null ? handlers.apply(standard) : handler;
  }

  public Definition asPrefix() {
    return with(copy -> copy.prefix = true);
  }

  /** Returns whether the definition serves all types that start with one of its names. */
  public boolean isPrefix() {
    return prefix;
  }

  public Definition alsoFor(String... types) {
    SortedSet<String> more = new TreeSet<>(otherTypes);
    more.addAll(List.of(types));
    return with(copy -> copy.otherTypes = more);
  }

  /** Returns the names of the types that the definition serves, or the prefixes of their names. */
  public SortedSet<String> types() {
    SortedSet<String> all = new TreeSet<>(otherTypes);
    all.add(type());
    return all;
  }

  public Definition retry(RetryPolicy<Object> policy) {
    return with(Part.RETRY, copy -> copy.retry = policy);
  }

  public RetryPolicy<Object> retry() {
    return retry;
  }

  /** Returns how long to wait before the next attempt; see {@link RetryPolicy#retryAfter}. */
  public Optional<Duration> retryAfter(
      int attempt, Throwable error, RandomGenerator random, GivenTask given) {
    return retry.retryAfter(
        new FailedAttempt<>(
            attempt,
            error,
            () -> stored().payload(given.payload(), given.traits()),
            given.context(),
            given.now(),
            random));
  }

  public Definition withFailWhenExhausted() {
    return with(Part.FAIL_WHEN_EXHAUSTED, copy -> copy.failWhenExhausted = true);
  }

  public boolean isFailedWhenExhausted() {
    return failWhenExhausted;
  }

  public Definition repeat(Repeat<Object, Object> rule) {
    return with(copy -> copy.repeat = rule);
  }

  /** Returns whether tasks may run again after a success. */
  public boolean isRepeating() {
    return repeat != null;
  }

  /**
   * Returns how long after a success a task runs again; empty if the task is done.
   *
   * @param attempt 1 for the first since the task last made progress
   */
  public Optional<Duration> repeatAfter(int attempt, @Nullable Bytes result, GivenTask given) {
    return repeat == null
        ? Optional.empty()
        : repeat.repeatAfter(
            new SucceededRun<>(
                attempt,
                () -> stored().payload(given.payload(), given.traits()),
                () -> stored().result(result),
                given.now()));
  }

  public Definition keepRuns(int latest) {
    return with(copy -> copy.keptRuns = latest);
  }

  public int keptRuns() {
    return keptRuns;
  }

  public Definition withCancelChildren() {
    return with(copy -> copy.cancelsChildren = true);
  }

  /** Returns whether the children of a workflow are cancelled when it ends before they do. */
  public boolean cancelsChildren() {
    return cancelsChildren;
  }

  public Definition limits(BookingPolicy policy) {
    return with(Part.LIMITS, copy -> copy.limitPolicy = policy);
  }

  public Definition runsHere(BooleanSupplier now) {
    return with(copy -> copy.here = new RunsHere(now));
  }

  /** Returns the policy that decides whether a task may run on this node now. */
  public BookingPolicy limitPolicy() {
    return here == null ? limitPolicy : LimitPolicies.both(here, limitPolicy);
  }

  public Definition limitsIn(Collection<String> states, BookingPolicy policy) {
    return with(copy -> copy.stateLimits = stateLimits.with(type(), states, policy));
  }

  /** Returns the limits of states; {@link StateLimits#NONE} if no state has a limit. */
  public StateLimits stateLimits() {
    return stateLimits;
  }

  public Definition fair(FairShare share) {
    return with(Part.FAIR, copy -> copy.fairShare = share);
  }

  /** Returns the weights of the keys; null if tasks start in the order in which they were added. */
  public @Nullable FairShare fairShare() {
    return fairShare;
  }

  /**
   * Sets what happens to lost tasks.
   *
   * @param choices makes the choice from the standard codec
   */
  public Definition onLost(Function<Supplier<PayloadCodec>, LossChoice> choices) {
    return with(
        Part.ON_LOST,
        copy -> {
          copy.losses = choices;
          copy.onLost = choices.apply(standard);
        });
  }

  public LossChoice onLost() {
    return onLost;
  }

  public Definition deadline(Duration longest) {
    return with(Part.DEADLINE, copy -> copy.deadline = longest);
  }

  public Duration deadline() {
    return deadline;
  }

  public Definition bucket(String name) {
    return with(Part.BUCKET, copy -> copy.bucket = name);
  }

  public String bucket() {
    return bucket;
  }

  public Definition withoutLocalDispatch() {
    return with(copy -> copy.localDispatch = false);
  }

  /**
   * Returns whether the node that adds a task may claim it in the same insert and start it right
   * after the commit.
   */
  public boolean mayDispatchLocally() {
    boolean isHere = here == null || here.probably();
    return localDispatch && isHere && onLost.isResume() && LimitPolicies.isLocal(limitPolicy);
  }

  public Definition keepDone(Duration retention) {
    return with(Part.KEEP_DONE, copy -> copy.keepDone = retention);
  }

  /** Returns the retention of DONE tasks; null for the node's setting. */
  public @Nullable Duration keepDone() {
    return keepDone;
  }

  public Definition expectedWait(Duration longest) {
    return with(copy -> copy.expectedWait = longest);
  }

  /**
   * Returns how long a ready task may wait before it counts as stuck; null if the definition sets
   * none.
   */
  public @Nullable Duration expectedWait() {
    return expectedWait;
  }

  public Definition metadata(TypeMetadata known) {
    return with(copy -> copy.metadata = known);
  }

  public TypeMetadata metadata() {
    return metadata;
  }

  public Definition failureLog(FailureLog log) {
    return with(copy -> copy.failureLog = log);
  }

  public FailureLog failureLog() {
    return failureLog;
  }
}
