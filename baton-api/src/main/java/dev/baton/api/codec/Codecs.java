package dev.baton.api.codec;

import dev.baton.api.error.PayloadUnreadableException;
import dev.baton.api.error.PayloadUnwritableException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.task.Bytes;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Finds the default codec, and calls codecs: for Baton's own use. What a codec throws is reported
 * without its message, which may quote the content. Thread-safe.
 */
public final class Codecs {
  private Codecs() {}

  /**
   * JSON by Jackson.
   *
   * @throws IllegalStateException when baton-core and Jackson aren't both on the class path, or
   *     Jackson can't be used; the message says which
   */
  public static PayloadCodec standard() {
    PayloadCodec codec = Holder.FOUND.codec();
    if (codec != null) {
      return codec;
    }
    Throwable broken = Holder.FOUND.broken();
    throw broken == null
        ? new IllegalStateException(
            "Payloads are written as JSON by baton-core and Jackson, which aren't both on the class"
                + " path: add baton-core and tools.jackson.core:jackson-databind, or give the type"
                + " a codec of its own")
        : new IllegalStateException(
            "Payloads are written as JSON by Jackson, which is on the class path but can't be"
                + " used: "
                + broken
                + ". Let jackson-databind and jackson-core be of one version (by"
                + " tools.jackson:jackson-bom), or give the type a codec of its own",
            broken);
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

  /**
   * What the class path has.
   *
   * @param broken why the codec can't be made though Jackson is there
   */
  private record Found(@Nullable PayloadCodec codec, @Nullable Throwable broken) {}

  /** Looked for once, when it is first needed. */
  private static final class Holder {
    private static final String JACKSON = "tools/jackson/databind/json/JsonMapper.class";

    static final Found FOUND = find(Codecs.class.getClassLoader());

    private static Found find(ClassLoader loader) {
      try {
        return new Found(
            ServiceLoader.load(PayloadCodec.class, loader).findFirst().orElse(null), null);
      } catch (ServiceConfigurationError | LinkageError broken) {
        // Jackson is optional: its codec stands in baton-core also where Jackson isn't there.
        boolean isThere = loader.getResource(JACKSON) != null;
        Throwable cause = broken.getCause();
        return new Found(null, isThere ? (cause == null ? broken : cause) : null);
      }
    }
  }
}
