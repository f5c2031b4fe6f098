package dev.baton.engine.attempt;

import dev.baton.engine.attempt.StateSlots.StateSlot;

/**
 * The slots that one holding of a task takes on this node: its type's, that of its state, and while
 * it goes on that of the next one. All are freed exactly once. Thread-safe.
 */
final class HeldSlots {
  private final Runnable freeTypeSlot;
  private StateSlot state;
  private StateSlot next = StateSlots.none();

  HeldSlots(Runnable freeTypeSlot, StateSlot state) {
    this.freeTypeSlot = freeTypeSlot;
    this.state = state;
  }

  synchronized StateSlot state() {
    return state;
  }

  /** It is about to go on to a state with this slot; it has the other until that is written. */
  synchronized void goesOn(StateSlot booked) {
    next = booked;
  }

  /** It has gone on. */
  void hasGoneOn() {
    StateSlot before;
    synchronized (this) {
      before = state;
      state = next;
      next = StateSlots.none();
      if (before == state) {
        return;
      }
    }
    before.free();
  }

  void free() {
    StateSlot one;
    StateSlot other;
    synchronized (this) {
      one = state;
      other = next;
      state = StateSlots.none();
      next = StateSlots.none();
    }
    one.free();
    other.free();
    freeTypeSlot.run();
  }
}
