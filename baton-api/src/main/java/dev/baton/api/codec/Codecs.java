package dev.baton.api.codec;

import dev.baton.api.error.PayloadUnreadableException;
import dev.baton.api.error.PayloadUnwritableException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.task.Bytes;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Finds the codec of types that name none, and calls any codec: for Baton's own use. What a codec
 * throws is reported without its message, which may quote the content. Thread-safe.
 */
public final class Codecs {
  private Codecs() {}

  /**
   * JSON by Jackson.
   *
   * @throws IllegalStateException when baton-core and Jackson aren't both on the class path
   */
  public static PayloadCodec standard() {
    return Holder.FOUND.orElseThrow(
        () ->
            new IllegalStateException(
                "Payloads are written as JSON by baton-core and Jackson, which aren't both on the"
                    + " class path: add baton-core and tools.jackson.core:jackson-databind, or give"
                    + " the type a codec of its own"));
  }

  /**
   * What the codec writes for this value.
   *
   * @param what is written, for people
   * @throws PayloadUnwritableException when the codec can't write it
   */
  public static Bytes encode(PayloadCodec codec, String what, Object value) {
    try {
      return codec.encode(value);
    } catch (StoreUnavailableException | PayloadUnreadableException told) {
      throw told;
    } catch (PayloadUnwritableException told) {
      if (told.getSuppressed().length == 0) {
        throw told;
      }
      throw new PayloadUnwritableException(String.valueOf(told.getMessage()), told);
    } catch (RuntimeException broken) {
      throw new PayloadUnwritableException(
          what + " can't be written: its codec threw " + broken.getClass().getName(), broken);
    }
  }

  /**
   * The value that the codec reads.
   *
   * @param what is read, for people
   * @throws PayloadUnreadableException when the codec can't read it
   */
  public static <T> T decode(PayloadCodec codec, String what, Bytes raw, Class<T> target) {
    try {
      return codec.decode(raw, target);
    } catch (PayloadUnreadableException | StoreUnavailableException told) {
      // The latter from a codec that needs more than the bytes, such as a key: worth a retry.
      throw told;
    } catch (RuntimeException broken) {
      throw new PayloadUnreadableException(
          what + " can't be read: its codec threw " + broken.getClass().getName(), broken);
    }
  }

  /** Looked for once, when it is first needed. */
  private static final class Holder {
    static final Optional<PayloadCodec> FOUND = find();

    private static Optional<PayloadCodec> find() {
      try {
        return ServiceLoader.load(PayloadCodec.class, PayloadCodec.class.getClassLoader())
            .findFirst();
      } catch (java.util.ServiceConfigurationError | NoClassDefFoundError withoutJackson) {
        return Optional.empty();
      }
    }
  }
}
