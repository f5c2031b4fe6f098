package dev.baton.limit.internal;

import dev.baton.limit.Booking;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A refusal.
 *
 * @param scope how far it reaches
 * @param askAgainAfter when it is worth asking again, though no slot is freed; null for a poll
 * @param reason for people: "type limit 5/5"
 */
public record RefusedSlot(Scope scope, @Nullable Duration askAgainAfter, String reason)
    implements Booking {

  /** How far a refusal reaches. */
  public enum Scope {
    /** The candidate's key of its type. */
    KEY,
    /** The candidate's type, at its priority and lower ones. */
    TYPE,
    /**
     * All types that the candidate's definition serves, at its priority and lower ones: for a
     * policy that counts them together.
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
