package dev.baton.api.internal;

import dev.baton.api.SignalType;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.task.Bytes;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads and writes the values of signals. */
public final class StoredSignal {
  private static volatile @Nullable Function<SignalType<?>, @Nullable PayloadCodec> codecs;

  private StoredSignal() {}

  /**
   * Sets how the codec of a type is read. Only {@link SignalType} itself calls this.
   *
   * @param codec returns null for JSON
   */
  public static void accessBy(Function<SignalType<?>, @Nullable PayloadCodec> codec) {
    codecs = codec;
  }

  /**
   * Returns the stored form of a value.
   *
   * @throws dev.baton.api.error.PayloadUnwritableException when the codec can't write it
   */
  public static <T> Bytes encode(SignalType<T> type, T sent) {
    if (sent == null) {
      // A handler could not tell it from a wait whose time is over.
      throw new IllegalArgumentException(
          "Signal "
              + type.name()
              + " carries a "
              + type.valueClass().getName()
              + ", which isn't null");
    }
    return sent instanceof Bytes stored
        ? stored
        : Codecs.encode(codecOf(type), described(type), sent);
  }

  /**
   * Returns the value of a stored form.
   *
   * @throws dev.baton.api.error.PayloadUnreadableException when it can't be read as a value of the
   *     type's class
   */
  public static <T> T decode(SignalType<T> type, Bytes stored) {
    Class<T> value = type.valueClass();
    return value == Bytes.class
        ? value.cast(stored)
        : Codecs.decode(codecOf(type), described(type), stored, value);
  }

  @SuppressWarnings("NullAway") // the class of a type has called accessBy
  private static PayloadCodec codecOf(SignalType<?> type) {
    PayloadCodec own = codecs.apply(type);
    return own == null ? Codecs.standard() : own;
  }

  private static String described(SignalType<?> type) {
    return "The value of signal " + type.name();
  }
}
