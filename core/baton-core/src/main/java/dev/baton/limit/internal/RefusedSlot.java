package dev.baton.limit.internal;

import dev.baton.limit.Booking;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A refusal.
 *
 * @param scope the tasks to which it applies
 * @param askAgainAfter the delay before Baton asks again if no slot is freed; null to ask at the
 *     next poll
 * @param reason a text for people, such as "type limit 5/5"
 */
public record RefusedSlot(Scope scope, @Nullable Duration askAgainAfter, String reason)
    implements Booking {

  /** The tasks to which a refusal applies. */
  public enum Scope {
    /** Tasks with the candidate's type and key. */
    KEY,
    /** Tasks of the candidate's type, at its priority and lower ones. */
    TYPE,
    /**
     * Tasks of all types that the candidate's definition serves, at its priority and lower ones.
     * For a policy that counts these types together.
     */
    DEFINITION
  }

  @Override
  public boolean isHeld() {
    return false;
  }

  @Override
  public Booking notBefore(Duration delay) {
    return new RefusedSlot(scope, delay, reason);
  }
}
