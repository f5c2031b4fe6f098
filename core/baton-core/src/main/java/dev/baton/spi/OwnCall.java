package dev.baton.spi;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call that comes from a part of Baton, such as the Kafka receiver, and not from the application.
 * While it runs, its thread may add tasks without a transaction, even if the node requires the
 * application to have one.
 */
public final class OwnCall {
  private static final ThreadLocal<@Nullable Boolean> OPEN = new ThreadLocal<>();

  private OwnCall() {}

  /** Runs the call. */
  public static <T> T of(Supplier<T> call) {
    boolean isOutermost = !isOpen();
    OPEN.set(true);
    try {
      return call.get();
    } finally {
      if (isOutermost) {
        OPEN.remove();
      }
    }
  }

  /** Returns whether this thread runs such a call. */
  public static boolean isOpen() {
    return OPEN.get() != null;
  }
}
