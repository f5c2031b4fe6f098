package dev.baton.jdbc.task;

import dev.baton.api.error.StoreException;
import org.jspecify.annotations.Nullable;

/** Runs independent steps. Each step is tried even if another one fails. */
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

  /** If a step has failed, throws the first failure. */
  void end() {
    if (first != null) {
      throw first;
    }
  }
}
