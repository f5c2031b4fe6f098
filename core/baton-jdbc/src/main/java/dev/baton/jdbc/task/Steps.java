package dev.baton.jdbc.task;

import dev.baton.api.error.StoreException;
import org.jspecify.annotations.Nullable;

/** Runs independent steps. All are tried, then the first failure is thrown. */
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
