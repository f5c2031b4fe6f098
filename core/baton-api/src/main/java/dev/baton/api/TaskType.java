package dev.baton.api;

import dev.baton.api.codec.Compression;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.internal.Codecs;
import dev.baton.api.internal.PayloadVersions;
import dev.baton.api.internal.StoredType;
import dev.baton.task.Bytes;
import dev.baton.task.row.TaskFields;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.row.TaskTraits;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A kind of task with the classes of its payload and result. Define it as a constant that the code
 * that adds tasks and the handlers share. Immutable and thread-safe; each method returns a changed
 * copy.
 *
 * <pre>{@code
 * static final TaskType<Payout, Receipt> EXECUTE_PAYOUT =
 *     TaskType.of("EXECUTE_PAYOUT", Payout.class, Receipt.class);
 *
 * tasks.add(EXECUTE_PAYOUT.with(payout).key(payout.partner()));
 * }</pre>
 *
 * <p>The store identifies the type by its name, so you may rename and move the classes. You may
 * change the stored form of the payload under a new {@link #version} if you define how to
 * {@linkplain #reads read} the older versions that are still stored.
 *
 * @param <P> the payload; {@link Void} for none
 * @param <R> the result; {@link Void} for none
 */
public final class TaskType<P, R> implements TaskSignature<P, R>, Cloneable {
  static {
    StoredType.accessBy(TaskType::stored);
  }

  private final String name;
  private PayloadVersions<P> payload;
  private final Class<R> result;
  private @Nullable Function<? super P, Unique> identity;
  private Conflict<P> conflict = Conflict.join();
  private @Nullable Function<? super P, @Nullable String> key;
  private boolean ordered;
  private Compression compression = Compression.NONE;
  private @Nullable PayloadCodec codec;
  private boolean clearsPayload;

  /** Reads and writes the values of this type; null until the first use. */
  private @Nullable StoredType<P, R> stored;

  private TaskType(String name, PayloadVersions<P> payload, Class<R> result) {
    this.name = name;
    this.payload = payload;
    this.result = result;
  }

  @SuppressWarnings("unchecked") // a clone is of the same class
  private TaskType<P, R> copy(Consumer<TaskType<P, R>> change) {
    try {
      TaskType<P, R> copy = (TaskType<P, R>) clone();
      copy.stored = null;
      change.accept(copy);
      return copy;
    } catch (CloneNotSupportedException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * Returns a type without payload and result.
   *
   * @param name the stored name: 1–250 characters, without control characters and without blanks at
   *     the ends. An empty name is only for a definition with {@code asPrefix()}, which then
   *     applies to all types
   * @throws IllegalArgumentException if the name is invalid
   */
  public static TaskType<Void, Void> of(String name) {
    return of(name, Void.class, Void.class);
  }

  /**
   * Returns a type without result, whose payloads have class {@code payload}. {@link Bytes} are
   * stored unchanged.
   *
   * @param name the stored name, as in {@link #of(String)}
   */
  public static <P> TaskType<P, Void> of(String name, Class<P> payload) {
    return of(name, payload, Void.class);
  }

  /**
   * Returns a type with payloads and results of these classes. {@link Bytes} are stored unchanged.
   * The stored form of a payload or result may have at most 16 MiB.
   *
   * @param name the stored name, as in {@link #of(String)}
   * @param payload {@code Void.class} for none
   * @param result {@code Void.class} for none
   */
  public static <P, R> TaskType<P, R> of(String name, Class<P> payload, Class<R> result) {
    if (!name.isEmpty()) {
      TaskFields.requireType(name);
    }
    return new TaskType<>(name, PayloadVersions.fresh(payload), result);
  }

  /**
   * Sets the version with which this node writes payloads. The default is 1. A node that can't read
   * the version of a task gives the task back, so that other nodes can run it.
   *
   * @throws IllegalArgumentException if the version is below 1
   */
  public TaskType<P, R> version(int current) {
    return copy(copy -> copy.payload = payload.version(current));
  }

  /**
   * Defines how to read payloads of another version: as class {@code type}, which {@code upcaster}
   * then converts directly to the current class. Upcasters are not chained.
   *
   * <pre>{@code
   * TaskType.of("PAY", Payout.class)
   *     .version(2)
   *     .reads(1, OldPayout.class, old -> new Payout(old.partner(), old.cents(), "EUR"))
   * }</pre>
   *
   * @param other the stored version; usually an older one, but a newer one is allowed, for a
   *     rolling upgrade
   * @param upcaster function without side effects; if it throws, the task stops in ERROR at once
   * @throws IllegalArgumentException if the version is below 1 or defined twice
   */
  public <O> TaskType<P, R> reads(int other, Class<O> type, Function<O, P> upcaster) {
    return copy(copy -> copy.payload = payload.reads(name, other, type, upcaster));
  }

  /**
   * Gives each task of this type an identity that is derived from its payload. If a task with this
   * identity exists, the add returns that task and writes nothing.
   *
   * <pre>{@code
   * TaskType.of("PAY", Payout.class).unique(payout -> Unique.idFrom(payout.id()))
   * TaskType.of("CLEAN_UP").unique(nothing -> Unique.singleton(), Conflict.runAgain())
   * }</pre>
   *
   * <p>{@link TaskRequest#unique} and {@link TaskRequest#id} replace both the identity and the
   * conflict of the type.
   *
   * @param identity function without side effects, called by {@link #with}, which throws an {@link
   *     IllegalArgumentException} if the function returns null, and passes on its exceptions
   */
  public TaskType<P, R> unique(Function<? super P, Unique> identity) {
    return unique(identity, Conflict.join());
  }

  /**
   * Gives each task of this type an identity that is derived from its payload, like {@link
   * #unique(Function)}, and sets what an add does if a task with this identity exists.
   */
  public TaskType<P, R> unique(Function<? super P, Unique> identity, Conflict<P> conflict) {
    return copy(
        copy -> {
          copy.identity = identity;
          copy.conflict = conflict;
        });
  }

  /**
   * Gives each request of this type a {@linkplain TaskRequest#key key} that is derived from its
   * payload, so that limits per key, orders and fair shares work even if callers set no key.
   *
   * <pre>{@code
   * TaskType.of("PAY", Payout.class).key(Payout::partner)
   * }</pre>
   *
   * <p>{@link TaskRequest#key} replaces this key. A task keeps its key when its payload is edited
   * or merged.
   *
   * @param key function without side effects, called by {@link #with}, which passes on its
   *     exceptions; returns null or an empty string for a task without a key
   */
  public TaskType<P, R> key(Function<? super P, @Nullable String> key) {
    return copy(copy -> copy.key = key);
  }

  /**
   * Runs the tasks of one {@link #key} one after the other, in the order of their commits, on
   * whichever nodes are free. A task starts when every ordered task of its type and key that was
   * committed before it has ended (DONE, FAILED or CANCELLED), including retries. A task that is
   * delayed, paused, held or in ERROR has not ended, so all later tasks of its key wait.
   * Transactions that add to the same key wait for each other's commit.
   *
   * <p>If the adding node has a definition of the type, this also applies to requests that were
   * created from another {@code TaskType} with the same name. To order only some tasks of a type,
   * add those by {@code TYPE.ordered().with(payload)}.
   *
   * <p>The add throws {@link RequestRefusedException} if the request has no key, is {@link
   * TaskRequest#onHold}, or has the conflict {@link Conflict#debounce}, {@link Conflict#runAgain}
   * or {@link Conflict#runAgainAlsoFromError}. It throws {@link
   * dev.baton.api.error.ConfigurationException} if the store doesn't support waits or keeps no
   * order.
   */
  public TaskType<P, R> ordered() {
    return copy(copy -> copy.ordered = true);
  }

  /**
   * Sets how payloads are compressed. The default is not to compress. Results are never compressed.
   */
  public TaskType<P, R> compressed(Compression choice) {
    return copy(copy -> copy.compression = choice);
  }

  /**
   * Sets the codec that writes and reads the payloads and results of this type. The default is the
   * node's standard codec, which is JSON by default.
   */
  public TaskType<P, R> codec(PayloadCodec codec) {
    return copy(copy -> copy.codec = codec);
  }

  /**
   * Removes payloads when tasks finish: DONE, FAILED or CANCELLED. The rest of the finished task is
   * kept as usual, and so are its unique keys. An operator can't run such a task again. A new add
   * with {@link Conflict#runAgain} can, because it brings a payload.
   */
  public TaskType<P, R> clearPayload() {
    return copy(copy -> copy.clearsPayload = true);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Class<P> payloadClass() {
    return payload.current();
  }

  @Override
  public Class<R> resultClass() {
    return result;
  }

  /**
   * Requests a task with this payload, to run now, with priority 5. The payload is encoded when the
   * task is added, so don't change the object until then. If the payload can't be encoded, the add
   * throws {@link dev.baton.api.error.PayloadException}.
   *
   * @throws IllegalArgumentException if the payload is null or of another class than the type's, or
   *     if the derived key or identity is invalid
   */
  public TaskRequest<P, R> with(P value) {
    if (value == null && payload.current() != Void.class) {
      // A handler never receives null as its payload.
      throw new IllegalArgumentException(
          "The payload of " + name + ", a " + payload.current().getName() + ", must not be null");
    }
    return request(
        value == null ? null : Codecs.ofClass("The payload of " + name, payload.current(), value));
  }

  TaskRequest<P, R> request(@Nullable P value) {
    TaskRequest<P, R> placed = placed(new TaskRequest<>(this, value), keyOf(value));
    Unique unique = identityOf(value);
    return unique == null ? placed : placed.unique(unique, conflict.in(this, true));
  }

  private TaskRequest<P, R> placed(TaskRequest<P, R> request, @Nullable String derivedKey) {
    TaskRequest<P, R> keyed = derivedKey == null ? request : request.key(derivedKey);
    return ordered ? keyed.ordered() : keyed;
  }

  @SuppressWarnings("NullAway") // a type without payloads gets null as its payload
  private @Nullable String keyOf(@Nullable P value) {
    return key == null ? null : key.apply(value);
  }

  /**
   * Merges the payloads of two tasks of this type.
   *
   * @param isFromPayload whether the type derives the identity from the payload; the merged payload
   *     must then have the same identity
   */
  TaskSpec merged(
      BinaryOperator<P> payloads,
      TaskSpec existing,
      TaskSpec submitted,
      boolean isFromPayload,
      Supplier<PayloadCodec> standard) {
    StoredType<P, R> stored = StoredType.of(this, standard);
    P first = stored.payload(existing.payload(), existing.traits());
    P both = payloads.apply(first, stored.payload(submitted.payload(), submitted.traits()));
    if (isFromPayload && !isSameTask(first, both)) {
      throw new RequestRefusedException(
          "Merging payloads of "
              + name
              + " changed the task's identity. Keep the values from which unique(...) of the type"
              + " derives the identity");
    }
    StoredType.Written written = stored.written(both);
    TaskTraits traits = existing.traits().withPayloadOf(written.traits());
    return existing.with(written.payload(), existing.context(), traits);
  }

  private boolean isSameTask(P one, P other) {
    Unique first = identityOf(one);
    Unique second = identityOf(other);
    return first == null
        || second == null
        || (Objects.equals(first.idIn(name), second.idIn(name))
            && Objects.equals(first.key(), second.key()));
  }

  @SuppressWarnings("NullAway") // a type without payloads gets null as its payload
  private @Nullable Unique identityOf(@Nullable P value) {
    if (identity == null) {
      return null;
    }
    Unique unique = identity.apply(value);
    if (unique == null) {
      throw new IllegalArgumentException(
          "unique(...) of type " + name + " returned null: return an identity for each payload");
    }
    return unique;
  }

  /**
   * Returns the id that a task with this payload gets from the type's identity. Empty if the
   * identity has no id: Baton then generates a random id for each task.
   *
   * @param value null for a type without payload
   */
  public Optional<UUID> idOf(@Nullable P value) {
    Unique unique = identityOf(value);
    return unique == null ? Optional.empty() : Optional.ofNullable(unique.idIn(name));
  }

  private StoredType<P, R> stored() {
    StoredType<P, R> made = stored;
    if (made == null) {
      // No lock is needed: if several threads create this immutable object at the same time, the
      // objects are equal.
      made =
          new StoredType<>(
              name, payload, result, codec, Codecs.STANDARD, compression, clearsPayload, ordered);
      stored = made;
    }
    return made;
  }

  @Override
  public String toString() {
    return "TaskType(" + name + ")";
  }
}
