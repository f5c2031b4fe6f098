package dev.baton.engine.sweep;

import dev.baton.api.error.StoreUnavailableException;
import dev.baton.engine.base.Activity;
import dev.baton.engine.base.Events;
import dev.baton.engine.base.Loop;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.Leadership;
import dev.baton.spi.NodeRuntime;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A duty that only one node of the cluster has at a time, such as sweeping. The node measures its
 * term on its own monotonic clock, from before the request. It requests the next term when three
 * quarters are over. Only one loop uses it.
 */
public final class Duty {
  private static final Logger LOG = LoggerFactory.getLogger(Duty.class);
  private static final int MAX_FAILURES = 3;

  /**
   * After failures, this node doesn't request the duty for a while. In this time, each other node
   * can request it this often.
   */
  private static final int RESTS = 3;

  private final String name;
  private final UUID node;
  private final Leadership leadership;
  private final NodeRuntime runtime;
  private final Events events;
  private final long restNanos;
  private boolean leads;

  /** {@code nanoTime} at which this node must request its next term. */
  private long nextRequestNanos;

  /** Number of rounds in a row that failed while this node had the duty. */
  private int failures;

  /**
   * True if this node leaves the duty to other nodes until {@code restsUntilNanos}, because its
   * rounds failed.
   */
  private boolean rests;

  private long restsUntilNanos;

  /**
   * True if a failure was logged and no round has succeeded since. Then changes of the leader are
   * logged only at level DEBUG.
   */
  private boolean quiet;

  /**
   * True if this node resigned because there was nothing to do, and hasn't taken the duty again.
   */
  private boolean wasAtRest;

  /**
   * @param every how often the other nodes request the duty
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
    this.nextRequestNanos = runtime.nanoTime();
  }

  /**
   * Runs a round of the duty if this node has the duty. After several failed rounds in a row, the
   * node leaves the duty to other nodes for a while, because they may succeed.
   *
   * @param round does the work and returns the wait until the next round; it may be called earlier
   *     than that, because this node must request its next term in time
   * @param otherwise runs instead if another node has the duty
   */
  public Duration lead(Loop.Round round, Loop.Round otherwise) throws InterruptedException {
    if (!isMine()) {
      return otherwise.run();
    }
    boolean succeeded = false;
    try {
      Duration wait = round.run();
      succeeded = true;
      Duration left = Duration.ofNanos(nanosToNextRequest());
      return left.compareTo(wait) < 0 ? left : wait;
    } catch (StoreUnavailableException away) {
      quiet = true;
      throw away;
    } finally {
      ended(succeeded);
    }
  }

  private long nanosToNextRequest() {
    return Math.max(0, nextRequestNanos - runtime.nanoTime());
  }

  private void ended(boolean succeeded) {
    if (succeeded) {
      failures = 0;
      quiet = false;
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
      LOG.debug("This node could not resign from the duty {}; its term ends", name, unreachable);
    }
    if (!quiet) {
      LOG.warn(
          "This node can't do the duty {}: {} rounds in a row failed. It leaves the duty to other"
              + " nodes, and takes it again only if no other node does. This is logged once",
          name,
          MAX_FAILURES);
      quiet = true;
    }
  }

  /** Returns whether this node has the duty now. May call the store to request a term. */
  private boolean isMine() {
    long before = runtime.nanoTime();
    if (rests && before - restsUntilNanos < 0) {
      return false;
    }
    rests = false;
    if (leads && before - nextRequestNanos < 0) {
      return true;
    }
    Optional<Duration> term;
    try {
      term = leadership.lead(name, node);
    } catch (RuntimeException broken) {
      quiet |= leads;
      told(false);
      throw broken;
    }
    term.ifPresent(trusted -> nextRequestNanos = before + trusted.toNanos() / 4 * 3);
    told(term.isPresent());
    return leads;
  }

  /**
   * If this node has the duty, keeps it while there is no work. Returns the time until the next
   * necessary call.
   */
  public Duration keep() {
    return leads && isMine()
        ? Duration.ofNanos(Math.max(1, nanosToNextRequest()))
        : Activity.LONGEST_REST;
  }

  /**
   * Resigns, because there was no work for a long time. The resignation and the next term of this
   * node are logged only at level DEBUG.
   */
  public void rest() {
    if (leads) {
      wasAtRest = true;
      resign();
    }
  }

  /** Resigns, so that another node can take the duty at once. */
  public void resign() {
    if (leads) {
      told(false);
      leadership.resign(name, node);
    }
  }

  private void told(boolean now) {
    if (now != leads) {
      leads = now;
      events.emit(new NodeEvent.Leading(name, now));
      if (quiet || wasAtRest) {
        wasAtRest = !now;
        LOG.debug("This node {} the duty {}", now ? "has taken" : "has left", name);
      } else {
        LOG.info("This node {} the duty {}", now ? "has taken" : "has left", name);
      }
    }
  }
}
