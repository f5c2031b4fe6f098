package dev.baton.api.internal;

import dev.baton.api.SignalType;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.PayloadUnreadableException;
import dev.baton.api.error.PayloadUnwritableException;
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

  /** Sets how the codec of a type is read. Only {@link SignalType} itself calls this. */
  public static void accessBy(Function<SignalType<?>, @Nullable PayloadCodec> read) {
    reader = read;
  }

  /** Values of this type, by the standard codec of a node if it names none. */
  @SuppressWarnings("NullAway") // the type has called accessBy
  public static <T> StoredSignal<T> of(SignalType<T> type, Supplier<PayloadCodec> standard) {
    PayloadCodec own = reader.apply(type);
    return new StoredSignal<>(type, own == null ? standard : () -> own);
  }

  /**
   * Returns the stored form of a value.
   *
   * @throws PayloadUnwritableException when the codec can't write it
   */
  public Bytes encode(T sent) {
    if (sent == null) {
      // A handler could not tell it from a wait whose time is over.
      throw new IllegalArgumentException(
          "Signal "
              + type.name()
              + " carries a "
              + type.valueClass().getName()
              + ", which isn't null");
    }
    return sent instanceof Bytes stored ? stored : Codecs.encode(codec.get(), described(), sent);
  }

  /**
   * Returns the value of a stored form.
   *
   * @throws PayloadUnreadableException when it can't be read as a value of this class
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
