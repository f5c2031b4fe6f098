package dev.baton.engine.sweep;

import dev.baton.api.hook.TaskEvent;
import dev.baton.engine.base.Events;
import dev.baton.spi.Leadership;
import dev.baton.spi.NodeRuntime;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One duty that one node of the cluster has at a time. Owned by the loop that asks. A term is
 * trusted on this node's monotonic clock from before it was asked for, and asked for anew when half
 * of it is over.
 */
public final class Duty {
  private static final Logger LOG = LoggerFactory.getLogger(Duty.class);

  private final String name;
  private final UUID node;
  private final Leadership leadership;
  private final NodeRuntime runtime;
  private final Events events;
  private boolean leads;
  private long askAgainNanos;

  public Duty(String name, UUID node, Leadership leadership, NodeRuntime runtime, Events events) {
    this.name = name;
    this.node = node;
    this.leadership = leadership;
    this.runtime = runtime;
    this.events = events;
    this.askAgainNanos = runtime.nanoTime();
  }

  /** Whether this node has the duty now; may ask the store. */
  public boolean isMine() {
    long before = runtime.nanoTime();
    if (leads && before - askAgainNanos < 0) {
      return true;
    }
    Optional<Duration> term;
    try {
      term = leadership.lead(name, node);
    } catch (RuntimeException broken) {
      told(false);
      throw broken;
    }
    term.ifPresent(trusted -> askAgainNanos = before + trusted.toNanos() / 2);
    told(term.isPresent());
    return leads;
  }

  /** Lets another node have it at once. */
  public void resign() {
    if (leads) {
      told(false);
      leadership.resign(name, node);
    }
  }

  private void told(boolean now) {
    if (now != leads) {
      leads = now;
      events.emit(new TaskEvent.Leading(name, now));
      LOG.info("This node {} the duty {}", now ? "has taken" : "has left", name);
    }
  }
}
