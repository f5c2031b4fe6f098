package dev.baton.engine.sweep;

import dev.baton.engine.base.Events;
import dev.baton.engine.base.Loop;
import dev.baton.hook.TaskEvent;
import dev.baton.spi.Leadership;
import dev.baton.spi.NodeRuntime;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One duty that one node of the cluster has at a time. Owned by the loop that asks. A term is
 * trusted on this node's monotonic clock from before it was asked for, and requested again when
 * half of it is over.
 */
public final class Duty {
  private static final Logger LOG = LoggerFactory.getLogger(Duty.class);
  private static final int MAX_FAILURES = 3;

  /** So many times the others may ask before this node takes again what it couldn't do. */
  private static final int RESTS = 3;

  private final String name;
  private final UUID node;
  private final Leadership leadership;
  private final NodeRuntime runtime;
  private final Events events;
  private final long restNanos;
  private boolean leads;
  private long askAgainNanos;

  /** Rounds in a row that failed while this node led. */
  private int failures;

  /** Whether this node has left the duty to others, until then, because its rounds failed. */
  private boolean rests;

  private long restsUntilNanos;

  /** Whether a resignation was logged since a round succeeded. */
  private boolean reported;

  /**
   * @param every how often the other nodes ask for the duty
   */
  public Duty(
      String name,
      UUID node,
      Leadership leadership,
      NodeRuntime runtime,
      Events events,
      Duration every) {
    this.restNanos = every.multipliedBy(RESTS).toNanos();
    this.name = name;
    this.node = node;
    this.leadership = leadership;
    this.runtime = runtime;
    this.events = events;
    this.askAgainNanos = runtime.nanoTime();
  }

  /**
   * Does a round of the duty if this node has it. A node whose rounds fail again and again leaves
   * the duty to others for a while, which may be able to do what it can't.
   *
   * @param otherwise done if another node has the duty
   */
  public Duration lead(Loop.Round round, Loop.Round otherwise) throws InterruptedException {
    if (!isMine()) {
      return otherwise.run();
    }
    boolean succeeded = false;
    try {
      Duration wait = round.run();
      succeeded = true;
      return wait;
    } finally {
      ended(succeeded);
    }
  }

  private void ended(boolean succeeded) {
    if (succeeded) {
      failures = 0;
      reported = false;
    } else if (++failures >= MAX_FAILURES && leads) {
      failures = 0;
      rests = true;
      restsUntilNanos = runtime.nanoTime() + restNanos;
      leaveToOthers();
    }
  }

  private void leaveToOthers() {
    try {
      resign();
    } catch (RuntimeException unreachable) {
      LOG.debug("This node could not resign from the duty {}: its term ends", name, unreachable);
    }
    if (!reported) {
      LOG.warn(
          "This node can't do the duty {}: {} rounds in a row failed. It leaves the duty to other"
              + " nodes, and takes it again only if none of them does. This is logged once",
          name,
          MAX_FAILURES);
      reported = true;
    }
  }

  /** Whether this node has the duty now; may ask the store. */
  private boolean isMine() {
    long before = runtime.nanoTime();
    if (rests && before - restsUntilNanos < 0) {
      return false;
    }
    rests = false;
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
      if (reported) {
        LOG.debug("This node {} the duty {}", now ? "has taken" : "has left", name);
      } else {
        LOG.info("This node {} the duty {}", now ? "has taken" : "has left", name);
      }
    }
  }
}
