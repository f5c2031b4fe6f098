package dev.baton.limit;

import dev.baton.task.internal.Permit;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer of a booking policy: granted or refused. */
public sealed interface Booking {

  /** Grants a slot. Baton calls {@code release} exactly once, whatever happens. */
  static Booking held(Runnable release) {
    return new Granted(release, List.of());
  }

  /** Grants a slot of this node. The claim must also get these permits of the cluster. */
  static Booking held(Runnable release, List<Permit> permits) {
    return new Granted(release, permits);
  }

  /**
   * Refuses a slot for this key of this type; other keys may get one. Baton asks again when a slot
   * of the key is freed.
   */
  static Booking keyFull(String reason) {
    return new Refused(Scope.KEY, null, reason);
  }

  /**
   * Refuses a slot for this type at this priority; other types with the same prefix may get one.
   * Baton asks again when a slot is freed.
   */
  static Booking typeFull(String reason) {
    return new Refused(Scope.TYPE, null, reason);
  }

  /**
   * Refuses a slot for all types that the definition serves, at this priority. Baton asks again
   * when a slot is freed.
   */
  static Booking definitionFull(String reason) {
    return new Refused(Scope.DEFINITION, null, reason);
  }

  /** Refuses as {@link #typeFull} does. Baton asks again after this delay at the earliest. */
  static Booking notBefore(Duration delay, String reason) {
    return new Refused(Scope.TYPE, delay, reason);
  }

  /** The tasks to which a refusal applies. */
  enum Scope {
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

  /** See {@link #held(Runnable, List)}. */
  record Granted(Runnable release, List<Permit> permits) implements Booking {
    public Granted {
      permits = List.copyOf(permits);
    }
  }

  /**
   * A refusal.
   *
   * @param scope the tasks to which it applies
   * @param askAgainAfter the delay before Baton asks again if no slot is freed; null to ask at the
   *     next poll
   * @param reason a text for people, such as "type limit 5/5"
   */
  record Refused(Scope scope, @Nullable Duration askAgainAfter, String reason) implements Booking {}
}
