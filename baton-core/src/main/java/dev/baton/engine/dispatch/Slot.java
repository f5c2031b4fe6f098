package dev.baton.engine.dispatch;

import dev.baton.task.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A booked place to run one task. Freed exactly once, whatever throws. Thread-safe. */
public final class Slot {
  private static final Logger LOG = LoggerFactory.getLogger(Slot.class);

  private final Flow flow;
  private final Runnable release;
  private final Slots slots;
  private final AtomicBoolean freed = new AtomicBoolean();

  Slot(Flow flow, Runnable release, Slots slots) {
    this.flow = flow;
    this.release = release;
    this.slots = slots;
  }

  /** Gives the place back; a second call does nothing. */
  public void free() {
    if (!freed.compareAndSet(false, true)) {
      return;
    }
    try {
      release.run();
    } catch (RuntimeException | Error broken) {
      LOG.error(
          "The booking policy of {} failed to take a slot back; it may be lost", flow, broken);
    } finally {
      slots.freed(flow);
    }
  }
}
