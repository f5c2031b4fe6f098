package dev.baton.engine.dispatch.slot;

import dev.baton.engine.attempt.AttemptSlots;
import dev.baton.engine.dispatch.slot.StateSlots.StateSlot;
import dev.baton.handler.internal.Definition;
import dev.baton.task.row.Task;
import org.jspecify.annotations.Nullable;

/**
 * The slots of one attempt: claim → attempt. They are the slot of the type and, if the state has
 * its own limit, the slot of the state. While the task moves to another state, the slot of that
 * state is booked, too. Each slot is freed exactly once. Thread-safe.
 */
public final class BookedSlots implements AttemptSlots {
  private final Slot type;
  private final StateSlots states;
  private @Nullable StateSlot state;
  private @Nullable StateSlot next;

  public BookedSlots(Slot type, StateSlots states, @Nullable StateSlot state) {
    this.type = type;
    this.states = states;
    this.state = state;
  }

  @Override
  public boolean bookNext(Task moved, Definition definition) {
    StateSlots.StateBooking booked =
        states.book(moved, definition, state(), moved.position().version());
    if (booked.mayRun()) {
      synchronized (this) {
        next = booked.slot();
      }
    }
    return booked.mayRun();
  }

  private synchronized @Nullable StateSlot state() {
    return state;
  }

  @Override
  public void goneOn() {
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

  @Override
  public void free() {
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
    type.free();
  }
}
