package dev.baton.spi;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Marks a call as made by a part of Baton, such as the Kafka receiver, and not by the application.
 * While the call runs, its thread may add tasks outside a transaction, even if the node {@linkplain
 * dev.baton.Baton.Builder#requireTransaction requires a transaction}.
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
