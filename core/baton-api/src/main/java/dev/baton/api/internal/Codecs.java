package dev.baton.api.internal;

import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.PayloadException;
import dev.baton.api.error.StoreException;
import dev.baton.task.Bytes;
import java.lang.invoke.MethodType;
import java.util.Iterator;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the default codec, and calls codecs. Only for Baton's own use. The exceptions that it
 * throws omit the messages of a codec's exceptions, which may quote the payload. Thread-safe.
 */
public final class Codecs {
  /**
   * Supplies {@link #standard}. Pass this constant, not another supplier of the same codec: a type
   * caches its {@link StoredType} only for this supplier object.
   */
  public static final Supplier<PayloadCodec> STANDARD = Codecs::standard;

  private Codecs() {}

  /**
   * Returns the default codec, which writes JSON with Jackson.
   *
   * @throws ConfigurationException if baton-core and Jackson are not both on the class path, or
   *     Jackson can't be used; the message says which
   */
  public static PayloadCodec standard() {
    PayloadCodec codec = CodecSearch.FOUND.codec();
    if (codec != null) {
      return codec;
    }
    Throwable broken = CodecSearch.FOUND.broken();
    throw broken == null
        ? new ConfigurationException(
            "There is no codec for payloads: the default, JSON, needs baton-core and Jackson on the"
                + " class path. Add baton-core and tools.jackson.core:jackson-databind (or"
                + " Jackson 2's), or set TaskType.codec(...)",
            null)
        : new ConfigurationException(
            "Jackson, which writes payloads as JSON, is on the class path but can't be used: "
                + broken
                + ". Use the same release of jackson-databind, jackson-core and"
                + " jackson-annotations (import tools.jackson:jackson-bom), or set"
                + " TaskType.codec(...)",
            broken);
  }

  /**
   * Returns the value if it is of class {@code type}. The compiler checks this only in code without
   * raw types, and not in other languages.
   *
   * @param what name of the value, for the error message
   * @throws IllegalArgumentException if the value is of another class
   */
  @SuppressWarnings("unchecked") // checked just before; a primitive class has another cast
  public static <T> T ofClass(String what, Class<T> type, Object value) {
    if (!MethodType.methodType(type).wrap().returnType().isInstance(value)) {
      throw new IllegalArgumentException(
          what + " must be a " + type.getName() + ", not a " + value.getClass().getName());
    }
    return (T) value;
  }

  /**
   * Returns the encoded form of a value.
   *
   * @param what name of the value, for error messages
   * @throws PayloadException if the codec can't encode the value
   */
  public static Bytes encode(PayloadCodec codec, String what, Object value) {
    try {
      return codec.encode(value);
    } catch (StoreException | PayloadException known) {
      throw known;
    } catch (RuntimeException broken) {
      throw new PayloadException(
          what + " can't be written: its codec threw " + broken.getClass().getName(), broken);
    }
  }

  /**
   * Returns the decoded value.
   *
   * @param what name of the value, for error messages
   * @throws PayloadException if the codec can't decode the bytes
   */
  public static <T> T decode(PayloadCodec codec, String what, Bytes raw, Class<T> target) {
    try {
      return codec.decode(raw, target);
    } catch (PayloadException | StoreException known) {
      // A codec that needs more than the bytes, such as a key, may throw a StoreException; a retry
      // may then help.
      throw known;
    } catch (RuntimeException broken) {
      throw new PayloadException(
          what + " can't be read: its codec threw " + broken.getClass().getName(), broken);
    }
  }

  /**
   * The result of the search for a codec on the class path.
   *
   * @param broken why no codec can be created although Jackson is on the class path; null if there
   *     is no such problem
   */
  private record FoundCodec(@Nullable PayloadCodec codec, @Nullable Throwable broken) {}

  /** Searches for the codec once, at the first use of this class. */
  private static final class CodecSearch {
    private static final Logger LOG = LoggerFactory.getLogger(Codecs.class);

    static final FoundCodec FOUND = find(Codecs.class.getClassLoader());

    /**
     * Returns the first codec that works: baton-core has one for Jackson 3, and one for Jackson 2.
     */
    private static FoundCodec find(ClassLoader loader) {
      Throwable broken = null;
      Iterator<PayloadCodec> codecs = ServiceLoader.load(PayloadCodec.class, loader).iterator();
      while (true) {
        try {
          if (!codecs.hasNext()) {
            return new FoundCodec(null, broken);
          }
          PayloadCodec codec = codecs.next();
          if (broken != null) {
            LOG.warn(
                "A version of Jackson on the class path can't be used ({}). Baton writes payloads"
                    + " with {}.",
                broken.toString(),
                codec.getClass().getName());
          }
          return new FoundCodec(codec, null);
        } catch (ServiceConfigurationError | LinkageError failed) {
          Throwable cause = missingClass(failed);
          broken = broken == null && !isAbsent(cause, loader) ? cause : broken;
        }
      }
    }

    /**
     * Returns the error that names the missing class. Java 17 wraps it, Java 25 throws it directly.
     */
    private static Throwable missingClass(Error failed) {
      Throwable wrapped = failed instanceof ServiceConfigurationError ? failed.getCause() : null;
      return wrapped == null ? failed : wrapped;
    }

    /**
     * Returns whether the error only means that Jackson is missing. Jackson is optional, but
     * baton-core always registers its codecs.
     */
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
