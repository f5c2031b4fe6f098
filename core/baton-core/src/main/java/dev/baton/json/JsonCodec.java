package dev.baton.json;

import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.PayloadException;
import dev.baton.api.error.UnknownHereException;
import dev.baton.task.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The base class of the codecs for Jackson 2 and Jackson 3. Both codecs write the same payloads and
 * report the same errors, although the two libraries have different packages.
 *
 * @param <E> the exception of this generation of Jackson
 */
abstract class JsonCodec<E extends Exception> implements PayloadCodec {
  private final Class<E> broken;

  JsonCodec(Class<E> broken) {
    this.broken = broken;
  }

  abstract byte[] write(Object value) throws E;

  abstract <T> @Nullable T read(byte[] text, Class<T> type) throws E;

  /** Returns the problem that an exception of Jackson describes. */
  abstract JsonProblem problem(E thrown);

  /** Returns whether the exception means that no JSON at all can be read as the class. */
  abstract boolean isOfTheClass(E thrown);

  @Override
  public final Bytes encode(Object value) {
    try {
      return Bytes.of(write(value));
    } catch (Exception thrown) {
      E problem = own(thrown);
      throw new PayloadException(
          "A "
              + value.getClass().getName()
              + " can't be written as JSON: "
              + problem(problem).description(),
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
      throw new PayloadException("It is null, not a " + type.getName(), null);
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
                      + ", because it is abstract and has no type information"
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
          "It contains a subtype that this node's " + type.getName() + " doesn't know", thrown);
    }
    if (problem.kind() == JsonProblem.Kind.UNKNOWN_CONSTANT) {
      return new UnknownHereException(
          "It contains a constant that this node's " + problem.targetName() + " doesn't have",
          thrown);
    }
    if (problem.kind() == JsonProblem.Kind.MALFORMED && isOfAnotherCodec(bytes)) {
      return new UnknownHereException(
          "It isn't JSON, but this node reads JSON: another codec wrote it", thrown);
    }
    return new PayloadException(
        "It can't be read as a " + type.getName() + ": " + problem.description(), thrown);
  }

  /**
   * Returns whether another codec wrote the bytes. JSON begins with a printable character;
   * encrypted and binary values begin with a marker that isn't printable.
   */
  private static boolean isOfAnotherCodec(Bytes bytes) {
    byte[] some = bytes.toArray();
    return some.length > 0 && (some[0] < ' ' && !Character.isWhitespace(some[0]));
  }

  /**
   * Returns an exception of Jackson, cast to its class. Rethrows any other exception, for example
   * one that a getter of the value threw.
   */
  private E own(Exception thrown) {
    if (broken.isInstance(thrown)) {
      return broken.cast(thrown);
    }
    throw (RuntimeException) thrown;
  }
}
