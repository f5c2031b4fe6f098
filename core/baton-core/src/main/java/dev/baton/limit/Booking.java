package dev.baton.limit;

import dev.baton.limit.internal.GrantedSlot;
import dev.baton.limit.internal.RefusedSlot;
import java.time.Duration;
import java.util.List;

/** The decision of a booking policy about one candidate: a slot is granted or refused. */
public sealed interface Booking permits GrantedSlot, RefusedSlot {

  /** Grants a slot. Baton calls {@code release} exactly once, even if the task doesn't start. */
  static Booking held(Runnable release) {
    return new GrantedSlot(release, List.of());
  }

  /**
   * Refuses a slot to all tasks with the candidate's type and key. Tasks with other keys may get a
   * slot. Baton calls the policy again when a task of the key frees its slot.
   */
  static Booking keyFull(String reason) {
    return new RefusedSlot(RefusedSlot.Scope.KEY, null, reason);
  }

  /**
   * Refuses a slot to all tasks of the candidate's type that have the candidate's priority or a
   * less urgent one. Other types of the same definition may get a slot. Baton calls the policy
   * again when a slot is freed.
   */
  static Booking typeFull(String reason) {
    return new RefusedSlot(RefusedSlot.Scope.TYPE, null, reason);
  }

  /**
   * Refuses a slot to the tasks of all types of the definition that have the candidate's priority
   * or a less urgent one. Baton calls the policy again when a slot is freed.
   */
  static Booking definitionFull(String reason) {
    return new RefusedSlot(RefusedSlot.Scope.DEFINITION, null, reason);
  }

  /**
   * Returns a copy of this refusal after which Baton calls the policy again after {@code delay},
   * even if no slot is freed. Returns a granted slot unchanged.
   */
  Booking notBefore(Duration delay);
}
