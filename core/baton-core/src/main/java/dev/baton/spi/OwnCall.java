package dev.baton.spi;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call that a part of Baton makes by itself, such as the Kafka receiver. While it runs, its
 * thread may add tasks without a transaction, even if the application must have one.
 */
public final class OwnCall {
  private static final ThreadLocal<@Nullable Boolean> OPEN = new ThreadLocal<>();

  private OwnCall() {}

  /** Makes the call. */
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

  /** Whether this thread is in such a call. */
  public static boolean isOpen() {
    return OPEN.get() != null;
  }
}
