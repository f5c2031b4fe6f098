package dev.baton.jdbc.task;

import dev.baton.api.error.StoreException;
import org.jspecify.annotations.Nullable;

/** Steps that don't depend on each other: all are tried, and the first failure is thrown then. */
final class Steps {
  private @Nullable StoreException first;

  void run(Runnable step) {
    try {
      step.run();
    } catch (StoreException failed) {
      if (first == null) {
        first = failed;
      } else {
        first.addSuppressed(failed);
      }
    }
  }

  /** Throws the first failure, if there was one. */
  void end() {
    if (first != null) {
      throw first;
    }
  }
}
