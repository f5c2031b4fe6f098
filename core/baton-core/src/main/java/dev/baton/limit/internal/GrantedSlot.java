package dev.baton.limit.internal;

import dev.baton.limit.Booking;
import dev.baton.task.internal.Permit;
import java.time.Duration;
import java.util.List;

/**
 * A slot of this node.
 *
 * @param release frees the slot; the engine runs it exactly once
 * @param permits the permits of limits of the cluster that the claim must get, too
 */
public record GrantedSlot(Runnable release, List<Permit> permits) implements Booking {
  public GrantedSlot {
    permits = List.copyOf(permits);
  }

  @Override
  public boolean isHeld() {
    return true;
  }

  @Override
  public Booking notBefore(Duration delay) {
    return this;
  }
}
