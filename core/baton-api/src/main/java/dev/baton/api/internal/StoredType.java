package dev.baton.api.internal;

import dev.baton.api.TaskType;
import dev.baton.api.codec.Compression;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.PayloadException;
import dev.baton.api.error.StoreException;
import dev.baton.api.error.UnknownHereException;
import dev.baton.task.Bytes;
import dev.baton.task.row.TaskTraits;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads and writes the payloads and results of a type. Immutable and thread-safe. */
public final class StoredType<P, R> {
  private static volatile @Nullable Function<TaskType<?, ?>, StoredType<?, ?>> reader;

  private final String name;
  private final PayloadVersions<P> payload;
  private final Class<R> result;
  private final @Nullable PayloadCodec codec;
  private final Supplier<PayloadCodec> standard;
  private final Compression compression;
  private final boolean clearsPayload;
  private final boolean ordered;

  /**
   * A payload in its stored form.
   *
   * @param traits the traits that contain the payload's form
   */
  public record Written(Bytes payload, TaskTraits traits) {}

  /**
   * @param codec the type's codec; null if the type sets none
   * @param standard the codec of types that set none
   */
  public StoredType(
      String name,
      PayloadVersions<P> payload,
      Class<R> result,
      @Nullable PayloadCodec codec,
      Supplier<PayloadCodec> standard,
      Compression compression,
      boolean clearsPayload,
      boolean ordered) {
    this.standard = standard;
    this.name = name;
    this.payload = payload;
    this.result = result;
    this.codec = codec;
    this.compression = compression;
    this.clearsPayload = clearsPayload;
    this.ordered = ordered;
  }

  /** Sets the access to types. Only {@link TaskType} itself calls this. */
  public static void accessBy(Function<TaskType<?, ?>, StoredType<?, ?>> read) {
    reader = read;
  }

  /**
   * Returns an object that reads and writes values of this type, with the type's codec or, if it
   * sets none, with {@link Codecs#STANDARD}.
   */
  @SuppressWarnings({"unchecked", "NullAway"}) // same classes; TaskType calls accessBy
  public static <P, R> StoredType<P, R> of(TaskType<P, R> type) {
    return (StoredType<P, R>) reader.apply(type);
  }

  /**
   * Returns an object that reads and writes values of this type, with the type's codec or, if it
   * sets none, with {@code standard}.
   */
  public static <P, R> StoredType<P, R> of(TaskType<P, R> type, Supplier<PayloadCodec> standard) {
    StoredType<P, R> usual = of(type);
    return usual.codec != null || standard == usual.standard
        ? usual
        : new StoredType<>(
            usual.name,
            usual.payload,
            usual.result,
            null,
            standard,
            usual.compression,
            usual.clearsPayload,
            usual.ordered);
  }

  /** Returns whether the type is {@linkplain TaskType#ordered ordered}. */
  public boolean isOrdered() {
    return ordered;
  }

  /** Returns the classes of payloads of all versions that can be read. */
  public Stream<Class<?>> payloadClasses() {
    return payload.classes();
  }

  /** Returns whether payloads of this class can be read, as the current version or an older one. */
  public boolean readsPayloadsOf(Class<?> other) {
    // Compare names, too: a development tool may have loaded the class a second time, in another
    // class loader.
    return payload
        .classes()
        .anyMatch(
            known -> known.isAssignableFrom(other) || known.getName().equals(other.getName()));
  }

  /** Encodes a payload. */
  public Written written(P value) {
    Bytes raw = encoded("payload", payloadOfClass(value));
    StoredPayload stored = StoredPayload.of(raw, payload.version(), compression);
    TaskTraits traits = TaskTraits.NONE.withPayloadForm(stored.form());
    return new Written(stored.bytes(), clearsPayload ? traits.clearingPayload() : traits);
  }

  private P payloadOfClass(P value) {
    return Codecs.ofClass("The payload of " + name, payload.current(), value);
  }

  /**
   * Returns the payload of a task that was read from the store; null for a type without payload.
   *
   * @param traits the task's traits, which contain the payload's form
   * @throws PayloadException if the bytes can't be read as this type's payload; an {@link
   *     UnknownHereException} if this node does not know their version or form
   */
  @SuppressWarnings("NullAway") // only a payload of class Void is null
  public P payload(@Nullable Bytes bytes, TaskTraits traits) {
    if (payload.current() == Void.class) {
      return null;
    }
    if (bytes == null) {
      boolean cleared = traits.clearsPayload();
      throw unreadable(cleared ? "it was removed when the task finished" : "it is missing", null);
    }
    return read(bytes, traits);
  }

  private P read(Bytes bytes, TaskTraits traits) {
    int written = StoredPayload.version(traits);
    Bytes raw = StoredPayload.raw(bytes, traits);
    PayloadVersions.Old<?, P> old = payload.older().get(written);
    if (written != payload.version() && old == null) {
      throw new UnknownHereException(
          "The payload of a task of type "
              + name
              + " can't be read: it has version "
              + written
              + ", but this node reads only "
              + Stream.concat(payload.older().keySet().stream(), Stream.of(payload.version()))
                  .map(String::valueOf)
                  .collect(Collectors.joining(", ")),
          null);
    }
    return old == null || written == payload.version()
        ? decoded(raw, payload.current())
        : upcast(old, raw);
  }

  private P upcast(PayloadVersions.Old<?, P> old, Bytes raw) {
    try {
      return old.read(codec(), raw);
    } catch (PayloadException | StoreException known) {
      throw known;
    } catch (RuntimeException broken) {
      throw unreadable("its codec or upcaster threw " + broken.getClass().getName(), broken);
    }
  }

  /** Decodes a value. Its exceptions don't contain payload data. */
  private <T> T decoded(Bytes raw, Class<T> target) {
    if (target == Bytes.class) {
      return target.cast(raw);
    }
    return Codecs.decode(codec(), "The payload of a task of type " + name, raw, target);
  }

  /** Encodes a value. Its exceptions don't contain payload data. */
  private Bytes encoded(String what, Object value) {
    if (value instanceof Bytes stored) {
      return stored;
    }
    return Codecs.encode(codec(), "The " + what + " of a task of type " + name, value);
  }

  private PayloadException unreadable(String why, @Nullable Throwable cause) {
    return new PayloadException(
        "The payload of a task of type " + name + " can't be read: " + why, cause);
  }

  /**
   * Returns the stored form of a result.
   *
   * @param value {@link Bytes} are stored unchanged, whatever the class of the type's results
   * @throws PayloadException if the codec can't write the result, or if the result is of another
   *     class than the type's results
   */
  public Bytes encode(R value) {
    if (result != Void.class && !(value instanceof Bytes)) {
      try {
        Codecs.ofClass("The result of " + name, result, value);
      } catch (IllegalArgumentException wrong) {
        // Don't retry: another attempt would return the same class.
        throw new PayloadException(String.valueOf(wrong.getMessage()), null);
      }
    }
    return encoded("result", value);
  }

  /**
   * Returns a stored result; null if none was stored.
   *
   * @throws PayloadException if the bytes can't be read as this type's result
   */
  public @Nullable R result(@Nullable Bytes bytes) {
    return bytes == null || result == Void.class ? null : decoded(bytes, result);
  }

  /**
   * Returns the codec of the type's payloads and results.
   *
   * @throws dev.baton.api.error.ConfigurationException if neither the type nor the node sets a
   *     codec, and baton-core and Jackson, which write JSON, are not both on the class path
   */
  public PayloadCodec codec() {
    return codec == null ? standard.get() : codec;
  }
}
