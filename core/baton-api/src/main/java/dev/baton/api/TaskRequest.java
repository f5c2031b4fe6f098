package dev.baton.api;

import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.internal.Codecs;
import dev.baton.api.internal.OnDuplicate;
import dev.baton.api.internal.RequestFields;
import dev.baton.api.internal.StoredType;
import dev.baton.task.Bytes;
import dev.baton.task.internal.Labels;
import dev.baton.task.internal.TaskKey;
import dev.baton.task.internal.TaskTraits;
import dev.baton.task.internal.When;
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
 * A request to add a task, made by {@link TaskType#with} or, for a type without payload, by {@link
 * #of}. Immutable and thread-safe: each method returns a changed copy. Baton checks the values when
 * the task is added, before it writes anything.
 *
 * @param <P> the payload; {@link Void} for none
 * @param <R> the result; {@link Void} for none
 */
public final class TaskRequest<P, R> implements Cloneable {
  /** The priority of a task that names none. */
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

  /** Not encoded yet; null for none, or if {@link #payload} is there. */
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

  /** A word for people and filters, not used by the engine. */
  public TaskRequest<P, R> subType(String subType) {
    TaskRequest<P, R> copy = copy();
    copy.subType = subType;
    return copy;
  }

  /** The bucket to run in, in place of the bucket of the type's definition. */
  public TaskRequest<P, R> bucket(String bucket) {
    TaskRequest<P, R> copy = copy();
    copy.bucket = bucket;
    return copy;
  }

  /**
   * The flow key: tasks of the same type and key form a queue of their own. It replaces the key
   * that {@link TaskType#key} finds.
   */
  public TaskRequest<P, R> key(String key) {
    TaskRequest<P, R> copy = copy();
    copy.key = Objects.requireNonNull(key, "A key may not be null; an empty one is none");
    return copy;
  }

  /** 0 (most urgent) to 9. */
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

  /** Returns a copy that is part of the order of its key. */
  TaskRequest<P, R> ordered() {
    return traits.isOrdered() ? this : traits(traits.ordered());
  }

  /** Runs no earlier than this long after the add, by the database's clock. */
  public TaskRequest<P, R> runIn(Duration delay) {
    TaskRequest<P, R> copy = copy();
    copy.runAt = delay.isZero() ? null : When.in(delay);
    return copy;
  }

  /** Runs no earlier than this instant, by the database's clock. */
  public TaskRequest<P, R> runAt(Instant time) {
    TaskRequest<P, R> copy = copy();
    copy.runAt = When.at(time);
    return copy;
  }

  /** Names the task by an id of your choice: short for {@code unique(Unique.id(id))}. */
  public TaskRequest<P, R> id(UUID id) {
    return unique(Unique.id(id));
  }

  /**
   * Names the task by an id, a unique key, or both. An add that meets a task with this identity
   * joins it.
   *
   * <p>This replaces the identity and the conflict of the type, or of an earlier call, both as a
   * whole: a type's {@link Conflict} doesn't count for a request with its own identity.
   */
  public TaskRequest<P, R> unique(Unique identity) {
    return unique(identity, JOIN);
  }

  /**
   * Names the task, and says what an add does if a task with this identity exists. See {@link
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
          "Conflict.runAgain() never meets a task of type "
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
   * The id that all tasks of a chain share: by default that of the task that adds, or its own id.
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
   * Replaces the traits: what Baton itself stores about the task. Stores call this when they read a
   * saved request, and adapters when they add tasks.
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
   * Gives the task one more label, by which people find it while it lives and while it is kept:
   * {@code TaskFilter.all().label(name, value)}. A name has 1–60 of the characters {@code A-Z a-z
   * 0-9 . _ -}, a value 1–120 characters, and a task at most {@link Labels#MAX_LABELS} labels. They
   * are written when the task is first added and never change: not by edits, merges or another run.
   * Tasks that its handler adds don't inherit them.
   */
  public TaskRequest<P, R> label(String name, String value) {
    TaskRequest<P, R> copy = copy();
    Objects.requireNonNull(value, "The value of a label may not be null");
    copy.labels = with(labels, name, value);
    return copy;
  }

  /** The application's own state in which the task starts. */
  public TaskRequest<P, R> state(String state) {
    TaskRequest<P, R> copy = copy();
    copy.state = state;
    return copy;
  }

  /**
   * Adds the task BLOCKED: it waits for an operator's release, then for its time if that is later.
   */
  public TaskRequest<P, R> onHold() {
    TaskRequest<P, R> copy = copy();
    copy.onHold = true;
    return copy;
  }

  /**
   * Starts when these tasks, and all that earlier calls named, are DONE; until then it is BLOCKED.
   * It is released in the transaction that completes the last of them. If one of them ends FAILED
   * or CANCELLED, this task is CANCELLED in the same transaction, and so are those that wait for
   * it. A task in ERROR hasn't ended.
   *
   * <p>Edits, merges, signals, and an operator's hold and release may change it; it goes on
   * waiting. Rescheduled, it runs at its new time whether or not the others have ended.
   *
   * <p>Name only tasks that were added before. A task that has ended already counts by its status.
   * An id that isn't found counts as DONE: its task left no trace, is no longer kept, or never
   * existed.
   *
   * <p>Each named task that is live stays locked until the adding transaction ends: neither its
   * outcome nor a renewal of its lease can be written in the meantime. So add late in your
   * transaction, and commit soon. This doesn't concern tasks that the same transaction added.
   *
   * @param tasks at most 50,000, or 1,000 on Cassandra
   */
  public TaskRequest<P, R> waitForDone(Collection<UUID> tasks) {
    TaskRequest<P, R> copy = copy();
    copy.after = union(after, tasks);
    return copy;
  }

  /**
   * Starts when these tasks, and all that earlier calls named, have ended: DONE, FAILED or
   * CANCELLED. See {@link #waitForDone}. Its handler learns from {@code Attempt#waitedFor} how each
   * of them ended.
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
