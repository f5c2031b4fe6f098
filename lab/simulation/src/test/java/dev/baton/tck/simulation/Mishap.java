package dev.baton.tck.simulation;

/** What handlers, policies and callers throw. Without a stack trace, which costs much. */
final class Mishap extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Mishap(String message) {
    super(message, null, false, false);
  }

  /** What handlers throw that is no exception. */
  static final class Grave extends Error {
    private static final long serialVersionUID = 1L;

    Grave(String message) {
      super(message, null, false, false);
    }
  }
}
