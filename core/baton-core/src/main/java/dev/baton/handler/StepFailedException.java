package dev.baton.handler;

import org.jspecify.annotations.Nullable;

/** Thrown by a step of a workflow that has failed and whose retry policy allows no further try. */
public final class StepFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String step;

  /**
   * Creates the failure of a step.
   *
   * @param error the first line of the error
   * @param cause the error; null in later runs of the handler, because only its first line is
   *     stored
   */
  public StepFailedException(String step, String error, @Nullable Throwable cause) {
    super("Step " + step + " failed: " + error, cause);
    this.step = step;
  }

  /** Returns the name of the step. */
  public String step() {
    return step;
  }
}
