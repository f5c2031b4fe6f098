package dev.baton.limit;

import dev.baton.task.internal.Permit;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer of a booking policy. */
public sealed interface Booking {

  /** A slot is held; Baton runs {@code release} exactly once, whatever happens. */
  static Booking held(Runnable release) {
    return new Granted(release, List.of());
  }

  /** A slot of this node is held; the claim must get these permits of the cluster besides. */
  static Booking held(Runnable release, List<Permit> permits) {
    return new Granted(release, permits);
  }

  /**
   * No slot for this key of this type; others may have one. Asked again when a slot of the key is
   * freed.
   */
  static Booking keyFull(String reason) {
    return new Refused(Scope.KEY, null, reason);
  }

  /**
   * No slot for this type at this priority; other types of its prefix may have one. Asked again
   * when a slot is freed.
   */
  static Booking typeFull(String reason) {
    return new Refused(Scope.TYPE, null, reason);
  }

  /**
   * No slot for what the definition serves at this priority, all types of its prefix included.
   * Asked again when a slot is freed.
   */
  static Booking definitionFull(String reason) {
    return new Refused(Scope.DEFINITION, null, reason);
  }

  /** As {@link #typeFull}, and it's no use to ask again sooner. */
  static Booking notBefore(Duration delay, String reason) {
    return new Refused(Scope.TYPE, delay, reason);
  }

  /** How far a refusal reaches. */
  enum Scope {
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

  /** See {@link #held(Runnable, List)}. */
  record Granted(Runnable release, List<Permit> permits) implements Booking {
    public Granted {
      permits = List.copyOf(permits);
    }
  }

  /**
   * A refusal.
   *
   * @param scope how far it reaches
   * @param askAgainAfter when it is worth asking again, though no slot is freed; null for a poll
   * @param reason for people: "type limit 5/5"
   */
  record Refused(Scope scope, @Nullable Duration askAgainAfter, String reason) implements Booking {}
}
