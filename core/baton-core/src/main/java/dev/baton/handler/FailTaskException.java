package dev.baton.handler;

import org.jspecify.annotations.Nullable;

/**
 * Ends the task as FAILED, without a retry, like {@link Outcome#failed}. Throw it from any handler,
 * from the code that the handler calls, or from a step.
 *
 * <pre>{@code
 * throw new FailTaskException("The account is closed");
 * }</pre>
 *
 * <p>The transaction of a transactional handler is rolled back, as with every exception. To commit
 * it, return {@code Outcome.failed}.
 */
public final class FailTaskException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param reason why the task failed; stored as the task's error and displayed to operators
   */
  public FailTaskException(String reason) {
    super(reason);
  }

  /**
   * Creates the exception.
   *
   * @param reason why the task failed
   * @param cause stored together with the reason, as the stack trace of the task's error
   */
  public FailTaskException(String reason, @Nullable Throwable cause) {
    super(reason, cause);
  }
}
