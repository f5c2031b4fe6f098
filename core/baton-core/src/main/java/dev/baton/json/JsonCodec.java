package dev.baton.json;

import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.PayloadUnreadableException;
import dev.baton.api.error.PayloadUnwritableException;
import dev.baton.api.error.UnknownHereException;
import dev.baton.task.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What both generations of Jackson have in common: they are two libraries, but their payloads and
 * the errors that are told are the same.
 *
 * @param <E> what this generation throws
 */
abstract class JsonCodec<E extends Exception> implements PayloadCodec {
  private final Class<E> broken;

  JsonCodec(Class<E> broken) {
    this.broken = broken;
  }

  abstract byte[] write(Object value) throws E;

  abstract <T> @Nullable T read(byte[] text, Class<T> type) throws E;

  /** What this generation says that it couldn't do. */
  abstract JsonProblem problem(E thrown);

  /** Whether the class itself can't be read, whatever the text is. */
  abstract boolean isOfTheClass(E thrown);

  @Override
  public final Bytes encode(Object value) {
    try {
      return Bytes.of(write(value));
    } catch (Exception thrown) {
      E problem = own(thrown);
      throw new PayloadUnwritableException(
          "A "
              + value.getClass().getName()
              + " can't be written as JSON: "
              + problem(problem).told(),
          problem);
    }
  }

  @Override
  public final <T> T decode(Bytes bytes, Class<T> type) {
    T value;
    try {
      value = read(bytes.toArray(), type);
    } catch (Exception thrown) {
      throw unread(bytes, type, own(thrown));
    }
    if (value == null) {
      throw new PayloadUnreadableException("It is null, not a " + type.getName(), null);
    }
    return value;
  }

  @Override
  public final void requireReadable(Class<?> type) {
    new ReadableProbe(text -> isUnreadable(text, type))
        .find(type)
        .ifPresent(
            place -> {
              throw new IllegalArgumentException(
                  "No JSON can be read as a "
                      + place.type().getName()
                      + (place.path().isEmpty()
                          ? ""
                          : ", which is at " + place.path() + " of " + type.getName())
                      + ", since it is abstract and has no type information"
                      + " (@JsonTypeInfo, @JsonSubTypes), or has no constructor that Jackson can"
                      + " use");
            });
  }

  private boolean isUnreadable(byte[] text, Class<?> type) {
    try {
      read(text, type);
      return false;
    } catch (Exception thrown) {
      return broken.isInstance(thrown) && isOfTheClass(broken.cast(thrown));
    }
  }

  private RuntimeException unread(Bytes bytes, Class<?> type, E thrown) {
    JsonProblem problem = problem(thrown);
    if (problem.kind() == JsonProblem.Kind.UNKNOWN_SUBTYPE) {
      return new UnknownHereException(
          "It names a subtype that this node's " + type.getName() + " doesn't know", thrown);
    }
    if (problem.kind() == JsonProblem.Kind.UNKNOWN_CONSTANT) {
      return new UnknownHereException(
          "It names a constant that this node's " + problem.targetName() + " doesn't have", thrown);
    }
    if (problem.kind() == JsonProblem.Kind.MALFORMED && isOfAnotherCodec(bytes)) {
      return new UnknownHereException(
          "It isn't JSON at all, which is what this node reads: another codec wrote it", thrown);
    }
    return new PayloadUnreadableException(
        "It is no JSON of a " + type.getName() + ": " + problem.told(), thrown);
  }

  /** A JSON text begins with a printable character; encrypted and binary forms have a mark. */
  private static boolean isOfAnotherCodec(Bytes bytes) {
    byte[] some = bytes.toArray();
    return some.length > 0 && (some[0] < ' ' && !Character.isWhitespace(some[0]));
  }

  /** The exception as Jackson's; what else is thrown, by a class's own getter say, goes on. */
  private E own(Exception thrown) {
    if (broken.isInstance(thrown)) {
      return broken.cast(thrown);
    }
    throw (RuntimeException) thrown;
  }
}
