package dev.baton.engine.attempt;

import dev.baton.engine.attempt.StateSlots.StateSlot;
import org.jspecify.annotations.Nullable;

/**
 * The slots that one holding of a task takes on this node: its type's, that of its state where
 * states have limits of their own, and while it goes on that of the next one. All are freed exactly
 * once. Thread-safe.
 */
final class HeldSlots {
  private final Runnable freeTypeSlot;
  private @Nullable StateSlot state;
  private @Nullable StateSlot next;

  HeldSlots(Runnable freeTypeSlot, @Nullable StateSlot state) {
    this.freeTypeSlot = freeTypeSlot;
    this.state = state;
  }

  synchronized @Nullable StateSlot state() {
    return state;
  }

  /** It is about to go on to a state with this slot; it has the other until that is written. */
  synchronized void goesOn(@Nullable StateSlot booked) {
    next = booked;
  }

  /** It has gone on. */
  void hasGoneOn() {
    StateSlot before;
    synchronized (this) {
      before = state;
      state = next;
      next = null;
    }
    if (before != null && before != state) {
      before.free();
    }
  }

  void free() {
    StateSlot one;
    StateSlot other;
    synchronized (this) {
      one = state;
      other = next;
      state = null;
      next = null;
    }
    if (one != null) {
      one.free();
    }
    if (other != null) {
      other.free();
    }
    freeTypeSlot.run();
  }
}
