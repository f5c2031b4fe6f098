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
import dev.baton.limit.LimitPolicies;
import dev.baton.limit.StateLimits;
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
 * What a {@link TaskDefinition} says, for the engine. Immutable: methods with a parameter return a
 * changed copy.
 */
public final class Definition implements Cloneable {
  private static volatile @Nullable Function<TaskDefinition<?, ?>, Definition> reader;
  private static volatile @Nullable Function<Definition, TaskDefinition<?, ?>> maker;

  /** The parts of a definition that an annotation may say, too. */
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

    /** Returns the method of {@link TaskDefinition} that says it. */
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
  private Set<Part> said = Set.of();

  /** Of a handler that needs no codec. */
  public Definition(TaskType<?, ?> typed, RawHandler handler) {
    this(typed, standard -> handler);
  }

  /**
   * @param handlers makes the handler, given the codec of types that name none
   */
  public Definition(TaskType<?, ?> typed, Function<Supplier<PayloadCodec>, RawHandler> handlers) {
    this.typed = typed;
    this.handlers = handlers;
  }

  /**
   * Returns the same definition, whose values this codec writes and reads if its type names none.
   */
  public Definition storedBy(Supplier<PayloadCodec> codec) {
    return with(
        copy -> {
          copy.standard = codec;
          copy.handler = handlers.apply(codec);
          copy.onLost = losses.apply(codec);
        });
  }

  /** Returns what writes and reads the values of its tasks. */
  public StoredType<?, ?> stored() {
    return StoredType.of(typed, standard);
  }

  /** Sets how definitions are read and made. Only {@link TaskDefinition} itself calls this. */
  public static void accessBy(
      Function<TaskDefinition<?, ?>, Definition> read,
      Function<Definition, TaskDefinition<?, ?>> make) {
    reader = read;
    maker = make;
  }

  /** Returns what a definition says. */
  @SuppressWarnings("NullAway") // the class of a definition has called accessBy
  public static Definition of(TaskDefinition<?, ?> definition) {
    return reader.apply(definition);
  }

  /** Returns the definition of tasks of this type that says this. */
  @SuppressWarnings({"unchecked", "NullAway"}) // it is of this type; its class calls accessBy
  public static <P, R> TaskDefinition<P, R> typed(TaskType<P, R> type, Definition fields) {
    try {
      MethodHandles.lookup().ensureInitialized(TaskDefinition.class);
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException(impossible);
    }
    return (TaskDefinition<P, R>) maker.apply(fields);
  }

  private Definition with(Part part, Consumer<Definition> change) {
    return with(
        copy -> {
          change.accept(copy);
          copy.said = EnumSet.of(part);
          copy.said.addAll(said);
        });
  }

  /** Returns which parts were said since {@link #withNothingSaid}, or since it was made. */
  public Set<Part> said() {
    return Collections.unmodifiableSet(said);
  }

  /** Returns the same definition, of which {@link #said} is empty. */
  public Definition withNothingSaid() {
    return with(copy -> copy.said = Set.of());
  }

  /** Returns the definition of a type of the same name that knows its classes better. */
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
   * Returns copies of the definitions whose limits one node counts.
   *
   * @throws IllegalArgumentException if two give one limit of the node different numbers
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

  /** Returns the type that it was made with. */
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

  /** Returns whether its types are all those that begin with one of its names. */
  public boolean isPrefix() {
    return prefix;
  }

  public Definition alsoFor(String... types) {
    SortedSet<String> more = new TreeSet<>(otherTypes);
    more.addAll(List.of(types));
    return with(copy -> copy.otherTypes = more);
  }

  /** Returns the types it serves, or their beginnings. */
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

  /** Asks the retry policy; see {@link RetryPolicy#retryAfter}. */
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
   * Returns how long after a success a task runs again; empty when it is done.
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

  public Definition limits(BookingPolicy policy) {
    return with(Part.LIMITS, copy -> copy.limitPolicy = policy);
  }

  public Definition runsHere(BooleanSupplier now) {
    return with(copy -> copy.here = new RunsHere(now));
  }

  /** Returns the policy that decides whether a task may run on this node. */
  public BookingPolicy limitPolicy() {
    return here == null ? limitPolicy : LimitPolicies.both(here, limitPolicy);
  }

  public Definition limitsIn(Collection<String> states, BookingPolicy policy) {
    return with(copy -> copy.stateLimits = stateLimits.with(type(), states, policy));
  }

  /** Returns the limits of states; {@link StateLimits#NONE} when no state has one of its own. */
  public StateLimits stateLimits() {
    return stateLimits;
  }

  public Definition fair(FairShare share) {
    return with(Part.FAIR, copy -> copy.fairShare = share);
  }

  /** Returns how the keys take turns; null where tasks start in the order of their arrival. */
  public @Nullable FairShare fairShare() {
    return fairShare;
  }

  /**
   * @param choices makes the choice, given the codec of types that name none
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

  /** Returns whether a task may start on the adding node without a claim. */
  public boolean mayDispatchLocally() {
    boolean isHere = here == null || here.probably();
    return localDispatch && isHere && onLost.isResume() && limitPolicy.isLocal();
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
   * Returns how long a ready task may wait before it counts as stuck; null if the definition
   * doesn't say.
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
