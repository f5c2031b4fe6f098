package dev.baton.engine.dispatch.slot;

import dev.baton.limit.Booking;
import dev.baton.task.Candidate;
import dev.baton.task.internal.Permit;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** A place to run one task, booked for it. Freed exactly once, whatever throws. Thread-safe. */
public final class Slot implements Slots.Answer {
  private final Candidate candidate;
  private final Booking.Granted held;
  private final Slots slots;
  private final AtomicBoolean freed = new AtomicBoolean();

  /** Whether its task was started; guarded by the slots. */
  boolean started;

  Slot(Candidate candidate, Booking.Granted held, Slots slots) {
    this.candidate = candidate;
    this.held = held;
    this.slots = slots;
  }

  /** What it was booked for. */
  public Candidate candidate() {
    return candidate;
  }

  /** What the claim must get from limits of the cluster besides. */
  public List<Permit> permits() {
    return held.permits();
  }

  /** Whether a claim must get permits of the cluster before it may be used. */
  public boolean needsPermits() {
    return !permits().isEmpty();
  }

  Booking.Granted held() {
    return held;
  }

  /** Whether its task may be started now; it counts as started from here on. */
  public boolean mayStart() {
    return slots.mayStart(this);
  }

  /** Gives the place back; a second call does nothing. */
  public void free() {
    free(true);
  }

  /** Gives the place back unused: the limits of the cluster have no more room than before. */
  public void giveBack() {
    free(false);
  }

  private void free(boolean used) {
    if (!freed.compareAndSet(false, true)) {
      return;
    }
    try {
      held.release().run();
    } catch (RuntimeException | Error broken) {
      slots.failed(
          candidate,
          broken,
          "The booking policy of {} failed to take a slot back: the slot may stay taken");
    } finally {
      slots.freed(this, used);
    }
  }
}
