package dev.baton.engine.dispatch.slot;

import dev.baton.limit.internal.GrantedSlot;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Permit;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The right to run one task, booked for one candidate: candidate → slot → claim. It is freed
 * exactly once, even if code throws. Thread-safe.
 */
public final class Slot implements Slots.SlotBooking {
  private final Candidate candidate;
  private final GrantedSlot granted;
  private final Slots slots;
  private final AtomicBoolean freed = new AtomicBoolean();

  /** True if the task has started. Guarded by the lock of {@link Slots}. */
  boolean started;

  Slot(Candidate candidate, GrantedSlot granted, Slots slots) {
    this.candidate = candidate;
    this.granted = granted;
    this.slots = slots;
  }

  /** Returns the candidate of this slot. */
  public Candidate candidate() {
    return candidate;
  }

  /** Returns the cluster permits that the claim must also get. */
  public List<Permit> permits() {
    return granted.permits();
  }

  /** Returns whether the claim must get permits of the cluster before the slot can be used. */
  public boolean needsPermits() {
    return !permits().isEmpty();
  }

  GrantedSlot granted() {
    return granted;
  }

  /** Starts this slot's task if the node may run one more task. Returns whether the task starts. */
  public boolean tryStart() {
    return slots.tryStart(this);
  }

  /** Frees the slot; a second call does nothing. */
  public void free() {
    free(true);
  }

  /**
   * Frees the slot of a task that was not claimed, so that no permit of a cluster limit becomes
   * free.
   */
  public void giveBack() {
    free(false);
  }

  private void free(boolean used) {
    if (!freed.compareAndSet(false, true)) {
      return;
    }
    try {
      granted.release().run();
    } catch (RuntimeException | Error broken) {
      slots.failed(
          candidate,
          broken,
          "The booking policy of {} failed to release a slot. The slot may remain in use");
    } finally {
      slots.freed(this, used);
    }
  }
}
