package dev.baton.api.error;

import org.jspecify.annotations.Nullable;

/**
 * Replaces an exception whose message may quote a task's payload. It keeps the stack trace, and has
 * the name of the exception's class instead of the message. Its causes are replaced in the same
 * way.
 */
final class RedactedException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int MAX_CAUSES = 10;

  private RedactedException(String className, @Nullable Throwable cause) {
    super(className + " (message omitted, because it may quote the content)", cause);
  }

  static @Nullable Throwable of(@Nullable Throwable broken) {
    return of(broken, MAX_CAUSES);
  }

  private static @Nullable Throwable of(@Nullable Throwable broken, int causes) {
    if (broken == null
        || broken instanceof RedactedException
        || broken instanceof PayloadException) {
      return broken;
    }
    RedactedException stripped =
        new RedactedException(
            broken.getClass().getName(), causes == 0 ? null : of(broken.getCause(), causes - 1));
    stripped.setStackTrace(broken.getStackTrace());
    return stripped;
  }
}
