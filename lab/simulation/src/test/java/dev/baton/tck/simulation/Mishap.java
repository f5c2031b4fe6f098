package dev.baton.tck.simulation;

import java.util.List;
import java.util.function.Function;

/**
 * An exception that handlers, policies and callers throw. It has no stack trace, which would be
 * slow.
 */
final class Mishap extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Constructors of other exceptions, as the JVM and libraries throw them. */
  private static final List<Function<String, Throwable>> ALL =
      List.of(
          Mishap::new,
          Grave::new,
          Speechless::new,
          StackOverflowError::new,
          OutOfMemoryError::new,
          NoClassDefFoundError::new,
          IllegalStateException::new);

  Mishap(String message) {
    super(message, null, false, false);
  }

  /** Throws any of them. */
  static void any(Chance chance, String message) {
    Throwable one = chance.oneOf(ALL).apply(message);
    if (one instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) one;
  }

  /** An error that handlers throw and that is no {@link Exception}. */
  static final class Grave extends Error {
    private static final long serialVersionUID = 1L;

    Grave(String message) {
      super(message, null, false, false);
    }
  }

  /** An exception whose getMessage throws another exception. */
  static final class Speechless extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Speechless(String message) {
      super(message, null, false, false);
    }

    @Override
    public String getMessage() {
      throw new Mishap("no words for it");
    }
  }
}
