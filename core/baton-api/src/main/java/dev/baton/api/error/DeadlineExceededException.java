package dev.baton.api.error;

import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.util.UUID;

/**
 * An attempt took longer than its deadline. Only retry policies receive this exception, as the
 * attempt's error. Baton interrupts the handler and does not throw this exception in it.
 */
public final class DeadlineExceededException extends BatonException {
  private static final long serialVersionUID = 1L;

  public DeadlineExceededException(UUID taskId, Duration deadline) {
    super(
        "The attempt of task "
            + taskId
            + " took longer than its deadline of "
            + Texts.duration(deadline));
  }
}
