package dev.baton.limit.internal;

import dev.baton.limit.Booking;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A refusal: the decision of a policy that the candidate gets no slot now.
 *
 * @param scope the tasks to which the refusal applies
 * @param askAgainAfter the delay after which Baton calls the policy again if no slot is freed; null
 *     for the next poll
 * @param reason text for display, such as "type limit 5/5"
 */
public record RefusedSlot(Scope scope, @Nullable Duration askAgainAfter, String reason)
    implements Booking {

  /** The tasks to which a refusal applies. */
  public enum Scope {
    /** Tasks with the candidate's type and key. */
    KEY,
    /** Tasks of the candidate's type that have its priority or a less urgent one. */
    TYPE,
    /**
     * Tasks of all types of the candidate's definition that have its priority or a less urgent one.
     * Policies that count these types together use it.
     */
    DEFINITION
  }

  @Override
  public Booking notBefore(Duration delay) {
    return new RefusedSlot(scope, delay, reason);
  }
}
