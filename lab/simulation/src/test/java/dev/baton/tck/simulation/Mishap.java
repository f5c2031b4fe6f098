package dev.baton.tck.simulation;

import java.util.List;
import java.util.function.Function;

/** What handlers, policies and callers throw. Without a stack trace, which costs much. */
final class Mishap extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What the JVM and libraries throw, too. */
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

  /** What handlers throw that is no exception. */
  static final class Grave extends Error {
    private static final long serialVersionUID = 1L;

    Grave(String message) {
      super(message, null, false, false);
    }
  }

  /** One that throws another when it is asked what it says. */
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
