package dev.baton.engine.dispatch;

import dev.baton.api.Booking;
import dev.baton.task.Flow;
import dev.baton.task.Permit;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A booked place to run one task. Freed exactly once, whatever throws. Thread-safe. */
public final class Slot {
  private static final Logger LOG = LoggerFactory.getLogger(Slot.class);

  private final Flow flow;
  private final Runnable release;
  private final List<Permit> permits;
  private final Slots slots;
  private final AtomicBoolean freed = new AtomicBoolean();

  /** Whether its task was started; guarded by the slots. */
  boolean started;

  Slot(Flow flow, Booking.Held held, Slots slots) {
    this.flow = flow;
    this.release = held.release();
    this.permits = held.permits();
    this.slots = slots;
  }

  /** What the claim must get from limits of the cluster besides. */
  List<Permit> permits() {
    return permits;
  }

  /** Whether a claim must get permits of the cluster before it may be used. */
  public boolean needsPermits() {
    return !permits.isEmpty();
  }

  /** Gives the place back; a second call does nothing. */
  public void free() {
    free(true);
  }

  /** Gives the place back unused: the limits of the cluster have no more room than before. */
  void giveBack() {
    free(false);
  }

  private void free(boolean used) {
    if (!freed.compareAndSet(false, true)) {
      return;
    }
    try {
      release.run();
    } catch (RuntimeException | Error broken) {
      LOG.error(
          "The booking policy of {} failed to take a slot back; it may be lost", flow, broken);
    } finally {
      slots.freed(this, flow, used);
    }
  }
}
