package dev.baton.limit.internal;

import dev.baton.limit.Booking;
import dev.baton.task.row.Permit;
import java.time.Duration;
import java.util.List;

/**
 * A slot that was granted to a task on this node.
 *
 * @param release frees the slot; the engine runs it exactly once
 * @param permits the permits of cluster limits that the claim must also get
 */
public record GrantedSlot(Runnable release, List<Permit> permits) implements Booking {
  public GrantedSlot {
    permits = List.copyOf(permits);
  }

  @Override
  public Booking notBefore(Duration delay) {
    return this;
  }
}
