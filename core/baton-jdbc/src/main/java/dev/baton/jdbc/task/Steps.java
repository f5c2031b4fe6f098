package dev.baton.jdbc.task;

import dev.baton.api.error.StoreException;
import java.util.function.IntConsumer;
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

  /** Runs a step for at most this many rows. After a failure, its next call gets fewer rows. */
  void run(PartSize size, int limit, IntConsumer step) {
    int count = Math.min(size.get(), limit);
    run(
        () -> {
          try {
            step.accept(count);
            size.succeeded(count);
          } catch (StoreException failed) {
            size.failed(count);
            throw failed;
          }
        });
  }

  /** If a step has failed, throws the first failure. */
  void end() {
    if (first != null) {
      throw first;
    }
  }
}
