package dev.baton.api;

import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.internal.Codecs;
import dev.baton.api.internal.OnDuplicate;
import dev.baton.api.internal.RequestFields;
import dev.baton.api.internal.StoredType;
import dev.baton.task.Bytes;
import dev.baton.task.row.Labels;
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
 * with {@link #of}. Immutable and thread-safe: each method returns a changed copy. Baton checks the
 * values when the task is added, before it writes anything.
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
   * Sets a second, finer type name, by which people can filter tasks. The engine does not use it.
   */
  public TaskRequest<P, R> subType(String subType) {
    TaskRequest<P, R> copy = copy();
    copy.subType = subType;
    return copy;
  }

  /** Sets the bucket to run in. It replaces the bucket of the type's definition. */
  public TaskRequest<P, R> bucket(String bucket) {
    TaskRequest<P, R> copy = copy();
    copy.bucket = bucket;
    return copy;
  }

  /**
   * Sets the flow key. Tasks of the same type and key form their own queue, which limits, orders
   * and fair shares can use. This key replaces the key that {@link TaskType#key} derives.
   */
  public TaskRequest<P, R> key(String key) {
    TaskRequest<P, R> copy = copy();
    copy.key = Objects.requireNonNull(key, "A key may not be null; an empty one is none");
    return copy;
  }

  /** Sets the priority, from 0 (most urgent) to 9. */
  public TaskRequest<P, R> priority(int priority) {
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

  /** Returns a copy whose task runs in the order of its key; see {@link TaskType#ordered}. */
  TaskRequest<P, R> ordered() {
    return traits.isOrdered() ? this : traits(traits.ordered());
  }

  /**
   * Delays the task: it starts no earlier than this long after the add, by the database's clock.
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

  /** Sets the time before which the task does not start, by the database's clock. */
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
   * add joins it.
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
              + " with Unique.whileLive(...), whose key is free when the task has finished: write"
              + " Unique.whileKept(...), or leave the conflict out");
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
   * correlation id of the handler's task, and any other task starts a new chain with its own id.
   */
  public TaskRequest<P, R> correlationId(UUID correlationId) {
    TaskRequest<P, R> copy = copy();
    copy.correlationId = correlationId;
    return copy;
  }

  /**
   * Adds an entry to the context that the handler receives, such as a trace or a tenant.
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
   * Adds a label, by which people find the task while it is live or kept: {@code
   * TaskFilter.all().label(name, value)}. A name has 1–60 of the characters {@code A-Z a-z 0-9 . _
   * -}, a value 1–120 characters, and a task at most {@link Labels#MAX_LABELS} labels. Labels are
   * written when the task is first added. Edits, merges and further runs don't change them. Tasks
   * that the task's handler adds don't inherit them.
   */
  public TaskRequest<P, R> label(String name, String value) {
    TaskRequest<P, R> copy = copy();
    Objects.requireNonNull(value, "The value of a label may not be null");
    copy.labels = with(labels, name, value);
    return copy;
  }

  /** Sets the application's own state in which the task starts. */
  public TaskRequest<P, R> state(String state) {
    TaskRequest<P, R> copy = copy();
    copy.state = state;
    return copy;
  }

  /**
   * Adds the task on hold, with the status BLOCKED. The task runs after an operator has released
   * it, but not before its time to run.
   */
  public TaskRequest<P, R> onHold() {
    TaskRequest<P, R> copy = copy();
    copy.onHold = true;
    return copy;
  }

  /**
   * Starts the task when these tasks, and all tasks named by earlier calls, are DONE. Until then
   * the task is BLOCKED. The transaction that completes the last of them releases it. If one of
   * them ends FAILED or CANCELLED, the same transaction cancels this task and all tasks that wait
   * for it. A task in ERROR has not ended.
   *
   * <p>Edits, merges, signals, and an operator's hold and release may change the task, but it
   * continues to wait. If an operator reschedules it, it runs at its new time even if the other
   * tasks have not ended.
   *
   * <p>Name only tasks that were added before. If one of them has already ended, its status
   * decides. An unknown id counts as DONE: the task never existed, or it has ended and is no longer
   * kept.
   *
   * <p>Each named task that is live stays locked until the adding transaction ends. Until then no
   * node can write its outcome or renew its lease. So add late in your transaction, and commit
   * soon. Tasks that the same transaction has added are not affected.
   *
   * @param tasks at most 50,000, or 1,000 on Cassandra
   */
  public TaskRequest<P, R> waitForDone(Collection<UUID> tasks) {
    TaskRequest<P, R> copy = copy();
    copy.after = union(after, tasks);
    return copy;
  }

  /**
   * Starts the task when these tasks, and all tasks named by earlier calls, have ended: DONE,
   * FAILED or CANCELLED. See {@link #waitForDone}. The handler reads from {@code Attempt#waitedFor}
   * how each of them ended.
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

  /** Returns the flow key; empty for none. */
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

  /** Lets the engine and adapters read and change requests. */
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
