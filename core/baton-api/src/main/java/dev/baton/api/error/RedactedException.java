package dev.baton.api.error;

import org.jspecify.annotations.Nullable;

/**
 * Stands for another exception whose message may quote what a task carries: it has that one's class
 * as its message, its stack trace and, stripped in the same way, its causes.
 */
final class RedactedException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int MAX_CAUSES = 10;

  private RedactedException(String className, @Nullable Throwable cause) {
    super(className + " (its message is left out, since it may quote the content)", cause);
  }

  static @Nullable Throwable of(@Nullable Throwable broken) {
    return of(broken, MAX_CAUSES);
  }

  private static @Nullable Throwable of(@Nullable Throwable broken, int causes) {
    if (broken == null
        || broken instanceof RedactedException
        || broken instanceof PayloadUnreadableException) {
      return broken;
    }
    RedactedException stripped =
        new RedactedException(
            broken.getClass().getName(), causes == 0 ? null : of(broken.getCause(), causes - 1));
    stripped.setStackTrace(broken.getStackTrace());
    return stripped;
  }
}
