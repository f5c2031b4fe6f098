package dev.baton.api;

import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.internal.Codecs;
import dev.baton.api.internal.OnDuplicate;
import dev.baton.api.internal.RequestFields;
import dev.baton.api.internal.StoredType;
import dev.baton.task.Bytes;
import dev.baton.task.row.Labels;
import dev.baton.task.row.TaskFields;
import dev.baton.task.row.TaskKey;
import dev.baton.task.row.TaskTraits;
import dev.baton.task.row.When;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request to add a task. Create it with {@link TaskType#with} or, for a type without payload,
 * with {@link #of}. Immutable and thread-safe: each method returns a changed copy.
 *
 * <p>A method whose argument is invalid by itself throws an {@link IllegalArgumentException}, or a
 * {@link NullPointerException} for null. What depends on other values or on the node is checked
 * when the task is added, before Baton writes anything. The add then throws a {@link
 * dev.baton.api.error.RequestRefusedException}, or a {@link
 * dev.baton.api.error.ConfigurationException} if the node's store does not support the request. For
 * example, {@link #onHold} can't be combined with tasks to wait for.
 *
 * @param <P> the payload; {@link Void} for none
 * @param <R> the result; {@link Void} for none
 */
public final class TaskRequest<P, R> implements Cloneable {
  /** The priority of a task if the request sets none. */
  public static final int DEFAULT_PRIORITY = 5;

  private static final TaskKey.KeyRetention WHILE_LIVE =
      new TaskKey.KeyRetention(Duration.ZERO, false);
  private static final OnDuplicate JOIN = new OnDuplicate.Join();

  static {
    RequestFields.accessBy(new Access());
  }

  private final TaskType<P, R> type;
  private @Nullable String subType;
  private @Nullable String bucket;
  private String key = "";
  private int priority = DEFAULT_PRIORITY;

  /** Payload that is not encoded yet; null for none, or if {@link #payload} is set. */
  private @Nullable P value;

  private @Nullable Bytes payload;
  private @Nullable When runAt;
  private @Nullable UUID id;
  private @Nullable String uniqueKey;
  private TaskKey.KeyRetention keyRetention = WHILE_LIVE;
  private OnDuplicate onDuplicate = JOIN;
  private @Nullable UUID correlationId;
  private Map<String, String> context = Map.of();
  private TaskTraits traits = TaskTraits.NONE;
  private Map<String, String> labels = Map.of();
  private String state = "";
  private boolean onHold;
  private boolean localDispatch = true;
  private Set<UUID> after = Set.of();
  private Set<UUID> afterEnded = Set.of();

  TaskRequest(TaskType<P, R> type, @Nullable P value) {
    this.type = type;
    this.value = value;
  }

  @SuppressWarnings("unchecked") // a clone is of the same class
  private TaskRequest<P, R> copy() {
    try {
      return (TaskRequest<P, R>) clone();
    } catch (CloneNotSupportedException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Requests a task of a type without payload, to run now, with priority 5. */
  public static <R> TaskRequest<Void, R> of(TaskType<Void, R> type) {
    return type.request(null);
  }

  /** Returns the type of the task. */
  public TaskType<P, R> type() {
    return type;
  }

  /**
   * Sets a second, finer type name by which you can filter tasks. The engine does not use it.
   *
   * @param subType 1–250 characters, without control characters and without blanks at the ends
   */
  public TaskRequest<P, R> subType(String subType) {
    TaskFields.requireSubType(subType);
    TaskRequest<P, R> copy = copy();
    copy.subType = subType;
    return copy;
  }

  /**
   * Sets the bucket in which the task runs. It replaces the bucket of the type's definition. The
   * add is refused if the adding node doesn't list the bucket, because perhaps no node runs it.
   *
   * @param bucket 1–60 of the characters {@code A-Z a-z 0-9 . _ -}
   */
  public TaskRequest<P, R> bucket(String bucket) {
    TaskFields.requireBucket(bucket);
    TaskRequest<P, R> copy = copy();
    copy.bucket = bucket;
    return copy;
  }

  /**
   * Sets the key. Tasks of the same type and key form their own queue, which limits, orders and
   * fair shares can use. This key replaces the key that {@link TaskType#key} derives.
   *
   * @param key at most 200 characters, without control characters and without blanks at the ends;
   *     empty for a task without a key
   */
  public TaskRequest<P, R> key(String key) {
    Objects.requireNonNull(key, "A key must not be null; pass \"\" for a task without a key");
    TaskFields.requireKey(key);
    TaskRequest<P, R> copy = copy();
    copy.key = key;
    return copy;
  }

  /** Sets the priority, from 0 (most urgent) to 9 (least urgent). The default is 5. */
  public TaskRequest<P, R> priority(int priority) {
    TaskFields.requirePriority(priority);
    TaskRequest<P, R> copy = copy();
    copy.priority = priority;
    return copy;
  }

  /** Returns a copy whose payload is encoded. */
  private TaskRequest<P, R> encoded(Supplier<PayloadCodec> standard) {
    if (value == null) {
      return this;
    }
    StoredType.Written written = StoredType.of(type, standard).written(value);
    TaskRequest<P, R> copy = copy();
    copy.value = null;
    copy.payload = written.payload();
    copy.traits = traits.withPayloadOf(written.traits());
    return copy;
  }

  /** Returns a copy for an ordered task; see {@link TaskType#ordered}. */
  TaskRequest<P, R> ordered() {
    return traits.isOrdered() ? this : traits(traits.ordered());
  }

  /**
   * Delays the task: it starts at the earliest when {@code delay} has passed since the add, on the
   * database's clock. Replaces {@link #runAt}. An add with {@link Conflict#debounce} refuses a
   * request with a delay.
   *
   * @param delay zero to 36,525 days (about 100 years)
   */
  public TaskRequest<P, R> runIn(Duration delay) {
    TaskRequest<P, R> copy = copy();
    try {
      copy.runAt = delay.isZero() ? null : When.in(delay);
    } catch (IllegalArgumentException invalid) {
      throw new IllegalArgumentException(
          "runIn of " + type.name() + ": " + invalid.getMessage(), invalid);
    }
    return copy;
  }

  /**
   * Sets the time before which the task does not start, on the database's clock. Replaces {@link
   * #runIn}. An add with {@link Conflict#debounce} refuses a request with a time.
   *
   * @param time from the year 1970 to the end of 9998; truncated to microseconds
   */
  public TaskRequest<P, R> runAt(Instant time) {
    TaskRequest<P, R> copy = copy();
    copy.runAt = When.at(time);
    return copy;
  }

  /** Identifies the task by an id of your choice. Short for {@code unique(Unique.id(id))}. */
  public TaskRequest<P, R> id(UUID id) {
    return unique(Unique.id(id));
  }

  /**
   * Identifies the task by an id, a unique key, or both. If a task with this identity exists, the
   * add returns that task and writes nothing.
   *
   * <p>This replaces the identity that the type or an earlier call has set, and also its {@link
   * Conflict}: a type's conflict does not apply to a request with its own identity.
   */
  public TaskRequest<P, R> unique(Unique identity) {
    return unique(identity, JOIN);
  }

  /**
   * Identifies the task, and sets what an add does if a task with this identity exists. See {@link
   * #unique(Unique)}.
   *
   * @throws IllegalArgumentException if the two don't fit: {@link Conflict#runAgain} needs an
   *     identity that is still taken after the task has finished, so not {@link Unique#whileLive};
   *     {@link Conflict#merge} needs a type with a payload. Also if a part of {@link Unique#idFrom}
   *     has an unsupported class
   */
  public TaskRequest<P, R> unique(Unique identity, Conflict<P> conflict) {
    return unique(identity, conflict.in(type, false));
  }

  TaskRequest<P, R> unique(Unique identity, OnDuplicate choice) {
    if (choice instanceof OnDuplicate.RunAgain again
        && !again.alsoFromError()
        && identity.isFreeAtEnd()) {
      throw new IllegalArgumentException(
          "Conflict.runAgain() never finds a task of type "
              + type.name()
              + " with Unique.whileLive(...), because the key is free once the task has finished. Use"
              + " Unique.whileKept(...), or leave out the conflict");
    }
    return named(identity.idIn(type.name()), identity.key(), identity.retention(), choice);
  }

  private TaskRequest<P, R> named(
      @Nullable UUID id, @Nullable String key, TaskKey.KeyRetention retention, OnDuplicate choice) {
    TaskRequest<P, R> copy = copy();
    copy.id = id;
    copy.uniqueKey = key;
    copy.keyRetention = retention;
    copy.onDuplicate = choice;
    return copy;
  }

  /**
   * Sets the id that all tasks of a chain share. By default, a task that a handler adds gets the
   * correlation id of the handler's task. Any other task starts a new chain: its own id is the
   * correlation id of the tasks that its handler adds, while it has none itself.
   */
  public TaskRequest<P, R> correlationId(UUID correlationId) {
    TaskRequest<P, R> copy = copy();
    copy.correlationId = correlationId;
    return copy;
  }

  /**
   * Adds an entry to the context that the handler receives, such as a trace or a tenant. If the
   * context already has an entry of this name, its value is replaced. All names and values of the
   * context together may have 8,192 characters; this is checked when the task is added, because the
   * task inherits the context of the handler that adds it.
   *
   * @throws IllegalArgumentException if the name begins with {@code baton.}: Baton reserves such
   *     names
   */
  public TaskRequest<P, R> context(String name, String value) {
    TaskTraits.requireCallers(name);
    TaskRequest<P, R> copy = copy();
    copy.context = with(context, name, value);
    return copy;
  }

  /**
   * Replaces the traits, which are entries that Baton itself stores about the task. A store calls
   * this when it reads a stored request, and an adapter such as the Kafka receiver when it adds
   * tasks.
   */
  TaskRequest<P, R> traits(TaskTraits traits) {
    TaskRequest<P, R> copy = copy();
    copy.traits = traits;
    return copy;
  }

  private static Map<String, String> with(Map<String, String> some, String name, String value) {
    TreeMap<String, String> entries = new TreeMap<>(some);
    entries.put(name, value);
    return Collections.unmodifiableMap(entries);
  }

  /**
   * Adds a label by which you can search for the task while it is live or kept: {@code
   * TaskFilter.all().label(name, value)}. A task has at most 8 labels; a second label of the same
   * name replaces the first. Labels are written when the task is first added. Edits, merges and
   * further runs don't change them. Tasks that the task's handler adds don't inherit them. A store
   * without operations can't store labels, so the add then throws a {@link
   * dev.baton.api.error.ConfigurationException}.
   *
   * @param name 1–60 of the characters {@code A-Z a-z 0-9 . _ -}
   * @param value 1–120 characters, without control characters and without blanks at the end
   */
  public TaskRequest<P, R> label(String name, String value) {
    Objects.requireNonNull(value, "The value of a label must not be null");
    TaskRequest<P, R> copy = copy();
    copy.labels = Labels.checked(with(labels, name, value));
    return copy;
  }

  /**
   * Sets the state in which a task with states starts; see {@code StateMachine}. The default is no
   * state. If the node that runs the task doesn't know the state, it gives the task back, so that
   * other nodes can run it.
   *
   * @param state at most 60 characters; empty for none
   */
  public TaskRequest<P, R> state(String state) {
    TaskFields.requireState(state);
    TaskRequest<P, R> copy = copy();
    copy.state = state;
    return copy;
  }

  /**
   * Adds the task on hold, with the status BLOCKED. The task runs after an operator has released
   * it, but not before the time of {@link #runIn} or {@link #runAt}. The add refuses a task on hold
   * that is ordered or waits for other tasks: add it without {@code onHold()}, then call {@code
   * Operations.hold}.
   */
  public TaskRequest<P, R> onHold() {
    TaskRequest<P, R> copy = copy();
    copy.onHold = true;
    return copy;
  }

  /**
   * Starts the task when these tasks are DONE. Calls add up: the task waits for the tasks of all
   * calls. Until then the task is BLOCKED. The transaction that completes the last of them releases
   * it. If one of them ends FAILED or CANCELLED, the same transaction cancels this task and all
   * tasks that wait for it with {@code waitForDone}. A task in ERROR has not ended.
   *
   * <p>Edits, merges, signals, and an operator's hold and release may change the task, but it
   * continues to wait. If an operator reschedules it, it runs at its new time even if the other
   * tasks have not ended.
   *
   * <p>Name only tasks that were added before. The add refuses a request that names a task later in
   * the same {@code addAll}. If a named task has already ended FAILED or CANCELLED, this task is
   * cancelled at once. An unknown id counts as DONE: the task never existed, or it has ended and is
   * no longer kept.
   *
   * <p>Each named task that is live stays locked until the adding transaction ends. Until then no
   * node can write its outcome or renew its lease. So add late in your transaction, and commit
   * soon. Tasks that the same transaction has added are not affected.
   *
   * <p>The add throws a {@link dev.baton.api.error.ConfigurationException} if the store does not
   * support waits. It refuses a task that is {@link #onHold} or waits for too many tasks.
   *
   * @param tasks a task waits for at most 50,000 others, or 1,000 on Cassandra; this counts the
   *     tasks of all calls of {@code waitForDone} and {@link #waitForEnd}
   */
  public TaskRequest<P, R> waitForDone(Collection<UUID> tasks) {
    TaskRequest<P, R> copy = copy();
    copy.after = union(after, tasks);
    return copy;
  }

  /**
   * Starts the task when these tasks have ended: DONE, FAILED or CANCELLED. How they end does not
   * cancel this task: its handler reads from {@code Attempt#waitedFor} how each of them ended. The
   * limits, the locks and the refused combinations are the same as those of {@link #waitForDone}. A
   * task that is named in both methods must be DONE.
   */
  public TaskRequest<P, R> waitForEnd(Collection<UUID> tasks) {
    TaskRequest<P, R> copy = copy();
    copy.afterEnded = union(afterEnded, tasks);
    return copy;
  }

  private static Set<UUID> union(Set<UUID> some, Collection<UUID> more) {
    Set<UUID> all = new LinkedHashSet<>(some);
    all.addAll(more);
    return Collections.unmodifiableSet(all);
  }

  /** Returns the key; empty if the task has none. */
  public String key() {
    return key;
  }

  /** Returns the context that the handler receives, by name. */
  public Map<String, String> context() {
    return context;
  }

  /** Returns the labels by name. */
  public Map<String, String> labels() {
    return labels;
  }

  /** Gives the engine and adapters access to the fields of requests. */
  private static final class Access implements RequestFields.Access {
    @Override
    public RequestFields read(TaskRequest<?, ?> request) {
      return request.fields();
    }

    @Override
    public TaskRequest<?, ?> encoded(TaskRequest<?, ?> request, Supplier<PayloadCodec> standard) {
      return request.encoded(standard);
    }

    @Override
    public TaskRequest<?, ?> withTraits(TaskRequest<?, ?> request, TaskTraits traits) {
      return request.encoded(Codecs.STANDARD).traits(traits);
    }

    @Override
    public TaskRequest<?, ?> ordered(TaskRequest<?, ?> request) {
      return request.ordered();
    }

    @Override
    public <P, R> TaskRequest<P, R> withoutLocalDispatch(TaskRequest<P, R> request) {
      TaskRequest<P, R> copy = request.copy();
      copy.localDispatch = false;
      return copy;
    }

    @Override
    public TaskRequest<?, ?> named(
        TaskRequest<?, ?> request, UUID id, String uniqueKey, TaskKey.KeyRetention retention) {
      return request.named(id, uniqueKey, retention, request.onDuplicate);
    }
  }

  private RequestFields fields() {
    return new RequestFields(
        type.name(),
        subType,
        bucket,
        key,
        priority,
        payload,
        runAt,
        id,
        uniqueKey,
        keyRetention,
        onDuplicate,
        correlationId,
        context,
        traits,
        labels,
        state,
        onHold,
        localDispatch,
        after,
        afterEnded);
  }

  @Override
  public String toString() {
    return "TaskRequest(" + type.name() + (key.isEmpty() ? "" : " / " + key) + ")";
  }
}
