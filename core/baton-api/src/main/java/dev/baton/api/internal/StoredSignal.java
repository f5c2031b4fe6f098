package dev.baton.api.internal;

import dev.baton.api.SignalType;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.PayloadException;
import dev.baton.task.Bytes;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads and writes the values of a signal. Immutable and thread-safe. */
public final class StoredSignal<T> {
  private static volatile @Nullable Function<SignalType<?>, @Nullable PayloadCodec> reader;

  private final SignalType<T> type;
  private final Supplier<PayloadCodec> codec;

  private StoredSignal(SignalType<T> type, Supplier<PayloadCodec> codec) {
    this.type = type;
    this.codec = codec;
  }

  /** Sets the access to the codec of a signal type. Only {@link SignalType} itself calls this. */
  public static void accessBy(Function<SignalType<?>, @Nullable PayloadCodec> read) {
    reader = read;
  }

  /**
   * Returns an object that reads and writes values of this type, with the type's codec or, if it
   * sets none, with the standard codec.
   */
  @SuppressWarnings("NullAway") // SignalType calls accessBy before any signal type exists
  public static <T> StoredSignal<T> of(SignalType<T> type, Supplier<PayloadCodec> standard) {
    PayloadCodec own = reader.apply(type);
    return new StoredSignal<>(type, own == null ? standard : () -> own);
  }

  /**
   * Returns the stored form of a value.
   *
   * @throws IllegalArgumentException if the value is null or of another class than the type's
   * @throws PayloadException if the codec can't write the value
   */
  public Bytes encode(T sent) {
    if (sent == null) {
      // With null, a handler couldn't know whether the signal came or the wait timed out.
      throw new IllegalArgumentException(
          "The value of signal "
              + type.name()
              + ", a "
              + type.valueClass().getName()
              + ", must not be null");
    }
    T value = Codecs.ofClass(described(), type.valueClass(), sent);
    return value instanceof Bytes stored ? stored : Codecs.encode(codec.get(), described(), value);
  }

  /**
   * Returns the value that these stored bytes contain.
   *
   * @throws PayloadException if the bytes can't be read as a value of the type's class
   */
  public T decode(Bytes stored) {
    Class<T> value = type.valueClass();
    return value == Bytes.class
        ? value.cast(stored)
        : Codecs.decode(codec.get(), described(), stored, value);
  }

  private String described() {
    return "The value of signal " + type.name();
  }
}
