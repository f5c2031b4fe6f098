package dev.baton.tck.engine;

/** Throws whatever a test wants thrown, where only unchecked exceptions may be. */
final class PolicyFailure {
  private PolicyFailure() {}

  static RuntimeException sneaky(Throwable any) {
    if (any instanceof Error error) {
      throw error;
    }
    return (RuntimeException) any;
  }
}
