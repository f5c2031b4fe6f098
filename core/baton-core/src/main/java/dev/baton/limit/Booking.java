package dev.baton.limit;

import dev.baton.limit.internal.GrantedSlot;
import dev.baton.limit.internal.RefusedSlot;
import java.time.Duration;
import java.util.List;

/** The answer of a booking policy: granted or refused. */
public sealed interface Booking permits GrantedSlot, RefusedSlot {

  /** Returns whether a slot is granted. */
  boolean isHeld();

  /** Grants a slot. Baton calls {@code release} exactly once, whatever happens. */
  static Booking held(Runnable release) {
    return new GrantedSlot(release, List.of());
  }

  /**
   * Refuses a slot for this key of this type; other keys may get one. Baton asks again when a slot
   * of the key is freed.
   */
  static Booking keyFull(String reason) {
    return new RefusedSlot(RefusedSlot.Scope.KEY, null, reason);
  }

  /**
   * Refuses a slot for this type at this priority; other types with the same prefix may get one.
   * Baton asks again when a slot is freed.
   */
  static Booking typeFull(String reason) {
    return new RefusedSlot(RefusedSlot.Scope.TYPE, null, reason);
  }

  /**
   * Refuses a slot for all types that the definition serves, at this priority. Baton asks again
   * when a slot is freed.
   */
  static Booking definitionFull(String reason) {
    return new RefusedSlot(RefusedSlot.Scope.DEFINITION, null, reason);
  }

  /**
   * Returns this refusal with a delay before Baton asks again. Returns a granted slot unchanged.
   */
  Booking notBefore(Duration delay);
}
