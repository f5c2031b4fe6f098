package dev.baton.tck.engine;

/** Throws any exception of a test, where only unchecked exceptions are allowed. */
final class PolicyFailure {
  private PolicyFailure() {}

  static RuntimeException sneaky(Throwable any) {
    if (any instanceof Error error) {
      throw error;
    }
    return (RuntimeException) any;
  }
}
