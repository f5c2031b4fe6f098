package dev.baton.api.internal;

import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.PayloadException;
import dev.baton.api.error.PayloadUnreadableException;
import dev.baton.api.error.PayloadUnwritableException;
import dev.baton.api.error.StoreException;
import dev.baton.task.Bytes;
import java.util.Iterator;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the default codec, and calls codecs: for Baton's own use. What a codec throws is reported
 * without its message, which may quote the content. Thread-safe.
 */
public final class Codecs {
  /** Gives {@link #standard}. Types keep one stored form for it, so use no other object. */
  public static final Supplier<PayloadCodec> STANDARD = Codecs::standard;

  private Codecs() {}

  /**
   * JSON by Jackson.
   *
   * @throws ConfigurationException when baton-core and Jackson aren't both on the class path, or
   *     Jackson can't be used; the message says which
   */
  public static PayloadCodec standard() {
    PayloadCodec codec = Holder.FOUND.codec();
    if (codec != null) {
      return codec;
    }
    Throwable broken = Holder.FOUND.broken();
    throw broken == null
        ? new ConfigurationException(
            "Payloads are written as JSON by baton-core and Jackson, which aren't both on the class"
                + " path: add baton-core and tools.jackson.core:jackson-databind (or Jackson 2's),"
                + " or give the type a codec of its own",
            null)
        : new ConfigurationException(
            "Payloads are written as JSON by Jackson, which is on the class path but can't be"
                + " used: "
                + broken
                + ". Let jackson-databind, jackson-core and jackson-annotations be of one release"
                + " (by tools.jackson:jackson-bom), or give the type a codec of its own",
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
    } catch (StoreException | PayloadException told) {
      throw told;
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
    } catch (PayloadUnreadableException | StoreException told) {
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
   * @param broken why no codec can be made though a Jackson is there
   */
  private record Found(@Nullable PayloadCodec codec, @Nullable Throwable broken) {}

  /** Looked for once, when it is first needed. */
  private static final class Holder {
    private static final Logger LOG = LoggerFactory.getLogger(Codecs.class);

    static final Found FOUND = find(Codecs.class.getClassLoader());

    /** The first that works: baton-core has one for Jackson 3, and one for Jackson 2. */
    private static Found find(ClassLoader loader) {
      Throwable broken = null;
      Iterator<PayloadCodec> codecs = ServiceLoader.load(PayloadCodec.class, loader).iterator();
      while (true) {
        try {
          if (!codecs.hasNext()) {
            return new Found(null, broken);
          }
          PayloadCodec codec = codecs.next();
          if (broken != null) {
            LOG.warn(
                "A Jackson on the class path can't be used ({}). Payloads are written by {}.",
                broken.toString(),
                codec.getClass().getName());
          }
          return new Found(codec, null);
        } catch (ServiceConfigurationError | LinkageError failed) {
          Throwable cause = missingClass(failed);
          broken = broken == null && !isAbsent(cause, loader) ? cause : broken;
        }
      }
    }

    /** A Java 17 wraps it, a Java 25 throws it as it is. */
    private static Throwable missingClass(Error failed) {
      Throwable wrapped = failed instanceof ServiceConfigurationError ? failed.getCause() : null;
      return wrapped == null ? failed : wrapped;
    }

    /** Jackson is optional: its codecs stand in baton-core also where it isn't there. */
    private static boolean isAbsent(Throwable cause, ClassLoader loader) {
      String missing = String.valueOf(cause.getMessage());
      return cause instanceof NoClassDefFoundError
          && (isAbsent(missing, "tools/jackson/", loader)
              || isAbsent(missing, "com/fasterxml/jackson/core/", loader)
              || isAbsent(missing, "com/fasterxml/jackson/databind/", loader));
    }

    private static boolean isAbsent(String missing, String part, ClassLoader loader) {
      String jackson = part.replaceFirst("(core|databind)/$", "");
      return missing.startsWith(part)
          && loader.getResource(jackson + "databind/json/JsonMapper.class") == null;
    }
  }
}
