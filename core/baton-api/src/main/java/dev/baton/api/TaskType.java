package dev.baton.api;

import dev.baton.api.codec.Compression;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.internal.Codecs;
import dev.baton.api.internal.PayloadVersions;
import dev.baton.api.internal.StoredType;
import dev.baton.task.Bytes;
import dev.baton.task.internal.TaskSpec;
import dev.baton.task.internal.TaskTraits;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A kind of task with the classes of its payload and result: a constant that those who add and
 * those who handle share. Immutable and thread-safe; each method returns a changed copy.
 *
 * <pre>{@code
 * static final TaskType<Payout, Receipt> EXECUTE_PAYOUT =
 *     TaskType.of("EXECUTE_PAYOUT", Payout.class, Receipt.class);
 *
 * tasks.add(EXECUTE_PAYOUT.with(payout).key(payout.partner()));
 * }</pre>
 *
 * <p>The name is what is stored. Classes may be renamed and moved; the stored form may change under
 * a new {@link #version}, as long as the versions still to be met can be {@link #reads read}.
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

  /** Reads and writes the values of this type; null until it is first needed. */
  private @Nullable StoredType<P, R> stored;

  private TaskType(String name, PayloadVersions<P> payload, Class<R> result) {
    this.name = name;
    this.payload = payload;
    this.result = result;
  }

  private TaskType<P, R> with(Consumer<TaskType<P, R>> change) {
    TaskType<P, R> copy = copy();
    copy.stored = null;
    change.accept(copy);
    return copy;
  }

  @SuppressWarnings("unchecked") // a clone is of the same class
  private TaskType<P, R> copy() {
    try {
      return (TaskType<P, R>) clone();
    } catch (CloneNotSupportedException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * Makes a type without payload and result.
   *
   * @param name what is stored, 1–100 characters
   */
  public static TaskType<Void, Void> of(String name) {
    return of(name, Void.class, Void.class);
  }

  /**
   * Makes a type with payloads of this class; {@link Bytes} are stored as they are.
   *
   * @param name what is stored, 1–100 characters
   */
  public static <P> TaskType<P, Void> of(String name, Class<P> payload) {
    return of(name, payload, Void.class);
  }

  /**
   * Makes a type with payloads and results of these classes; {@link Bytes} are stored as they are.
   *
   * @param name what is stored, 1–100 characters
   * @param payload {@code Void.class} for none
   */
  public static <P, R> TaskType<P, R> of(String name, Class<P> payload, Class<R> result) {
    return new TaskType<>(name, PayloadVersions.fresh(payload), result);
  }

  /** The version under which payloads are written from now on; 1 unless it is said. */
  public TaskType<P, R> version(int current) {
    return with(copy -> copy.payload = payload.version(current));
  }

  /** Payloads of an older version are read as this class and turned into today's. */
  public <O> TaskType<P, R> reads(int older, Class<O> type, Function<O, P> upcaster) {
    return with(copy -> copy.payload = payload.reads(name, older, type, upcaster));
  }

  /**
   * Gives each task of this type an identity that follows from its payload. An add that meets a
   * task with this identity joins it.
   *
   * <pre>{@code
   * TaskType.of("PAY", Payout.class).unique(payout -> Unique.idFrom(payout.id()))
   * TaskType.of("CLEAN_UP").unique(nothing -> Unique.singleton(), Conflict.runAgain())
   * }</pre>
   *
   * <p>A request that names its own identity, by {@link TaskRequest#unique} or {@link
   * TaskRequest#id}, replaces the type's identity and conflict, both as a whole.
   *
   * @param identity pure; {@link #with} throws {@link IllegalArgumentException} if it returns null
   */
  public TaskType<P, R> unique(Function<? super P, Unique> identity) {
    return unique(identity, Conflict.join());
  }

  /**
   * Gives each task of this type an identity that follows from its payload, as {@link
   * #unique(Function)} does.
   *
   * @param conflict what an add does if a task with this identity exists
   */
  public TaskType<P, R> unique(Function<? super P, Unique> identity, Conflict<P> conflict) {
    return with(
        copy -> {
          copy.identity = identity;
          copy.conflict = conflict;
        });
  }

  /**
   * Gives each request of this type a {@linkplain TaskRequest#key key} that follows from its
   * payload, so that limits per key, orders and fair shares don't depend on each caller.
   *
   * <pre>{@code
   * TaskType.of("PAY", Payout.class).key(Payout::partner)
   * }</pre>
   *
   * <p>A request that names its own key, by {@link TaskRequest#key}, replaces it. A task keeps its
   * key when its payload is edited or merged.
   *
   * @param key function without side effects, called by {@link #with}; returns null or an empty
   *     text for a task without a key
   */
  public TaskType<P, R> key(Function<? super P, @Nullable String> key) {
    return with(copy -> copy.key = key);
  }

  /**
   * Runs the tasks of this type and one {@link #key} one after the other, in the order of their
   * commits, on whichever nodes. A task starts when each ordered task that was committed before it
   * has ended (DONE, FAILED or CANCELLED), retries included. One that is delayed, paused, held or
   * in ERROR hasn't ended, so all later ones of its key wait. Transactions that add to the same key
   * wait for each other's commit.
   *
   * <p>On a node that defines the type, this includes requests that give only its name. For some
   * tasks of a type alone, add those by {@code TYPE.ordered().with(payload)}.
   *
   * <p>The add throws {@link RequestRefusedException} if the request has no key, is {@link
   * TaskRequest#onHold}, is debounced, or runs a finished task again. It throws {@link
   * dev.baton.api.error.ConfigurationException} if the store doesn't support waits. See
   * docs/order.md.
   */
  public TaskType<P, R> ordered() {
    return with(copy -> copy.ordered = true);
  }

  /** How payloads are stored. */
  public TaskType<P, R> compressed(Compression choice) {
    return with(copy -> copy.compression = choice);
  }

  /** Another codec than the standard one of the node, which is JSON by default. */
  public TaskType<P, R> codec(PayloadCodec other) {
    return with(copy -> copy.codec = other);
  }

  /**
   * Removes payloads when tasks finish: DONE, FAILED or CANCELLED. The rest is kept as usual, so
   * keys stay taken. Such a task can't be run again with its old payload.
   */
  public TaskType<P, R> clearPayload() {
    return with(copy -> copy.clearsPayload = true);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Class<P> payloadClass() {
    return payload.today();
  }

  @Override
  public Class<R> resultClass() {
    return result;
  }

  /**
   * Requests a task with this payload, to run now, with priority 5. The payload is encoded when the
   * task is added: don't change the object before that. An add of a payload that can't be written
   * throws {@link dev.baton.api.error.PayloadUnwritableException}.
   *
   * @throws IllegalArgumentException if the payload is null
   */
  public TaskRequest<P, R> with(P value) {
    if (value == null && payload.today() != Void.class) {
      // A handler never receives null as its payload.
      throw new IllegalArgumentException(
          "Tasks of type " + name + " carry a " + payload.today().getName() + ", which isn't null");
    }
    return request(payload.today().cast(value));
  }

  TaskRequest<P, R> request(@Nullable P value) {
    TaskRequest<P, R> placed = placed(new TaskRequest<>(this, value), keyOf(value));
    Unique unique = identityOf(value);
    return unique == null ? placed : placed.unique(unique, conflict.in(this, true));
  }

  private TaskRequest<P, R> placed(TaskRequest<P, R> request, @Nullable String found) {
    TaskRequest<P, R> keyed = found == null ? request : request.key(found);
    return ordered ? keyed.ordered() : keyed;
  }

  @SuppressWarnings("NullAway") // a type without payloads gets null as its payload
  private @Nullable String keyOf(@Nullable P value) {
    return key == null ? null : key.apply(value);
  }

  /**
   * Merges the payloads of two tasks of this type.
   *
   * @param isFromPayload whether the tasks have the type's identity, which merging can't change
   */
  TaskSpec merged(
      BinaryOperator<P> payloads,
      TaskSpec there,
      TaskSpec submitted,
      boolean isFromPayload,
      Supplier<PayloadCodec> standard) {
    StoredType<P, R> stored = StoredType.of(this, standard);
    P first = stored.payload(there.payload(), there.traits());
    P both = payloads.apply(first, stored.payload(submitted.payload(), submitted.traits()));
    if (isFromPayload && !isSameTask(first, both)) {
      throw new RequestRefusedException(
          "Payloads of "
              + name
              + " were merged into one with another identity: keep what unique(...) of the type"
              + " reads");
    }
    StoredType.Written written = stored.written(both);
    TaskTraits traits = there.traits().withPayloadOf(written.traits());
    return there.with(written.payload(), there.context(), traits);
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
   * Returns the id of the task with this payload. Empty if the type's identity has no id: Baton
   * then makes one.
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
      // Immutable: threads that make it at the same time make the same.
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
