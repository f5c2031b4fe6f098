package dev.baton.spi;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A leadership with a fallback; see {@link Leadership#orElse}. Thread-safe. */
final class FallbackLeadership implements Leadership {
  private static final Logger LOG = LoggerFactory.getLogger(FallbackLeadership.class);

  private final Leadership first;
  private final Leadership fallback;

  /** The duties that the fallback may have granted, each with the node that leads it. */
  private final Set<Lead> borrowed = ConcurrentHashMap.newKeySet();

  private final AtomicBoolean firstAnswers = new AtomicBoolean(true);

  private record Lead(String duty, UUID node) {}

  FallbackLeadership(Leadership first, Leadership fallback) {
    this.first = first;
    this.fallback = fallback;
  }

  @Override
  public Optional<Duration> lead(String duty, UUID node) {
    Optional<Duration> term;
    try {
      term = first.lead(duty, node);
    } catch (RuntimeException unreachable) {
      return borrow(new Lead(duty, node), unreachable);
    }
    if (firstAnswers.compareAndSet(false, true)) {
      LOG.info("{} responds again and now decides which node leads", first);
    }
    giveBack(new Lead(duty, node));
    return term;
  }

  @Override
  public void resign(String duty, UUID node) {
    try {
      first.resign(duty, node);
    } catch (RuntimeException unreachable) {
      LOG.debug(
          "This node could not reach {} to resign from {}: its term ends without this",
          first,
          duty,
          unreachable);
    }
    giveBack(new Lead(duty, node));
  }

  private Optional<Duration> borrow(Lead lead, RuntimeException unreachable) {
    if (firstAnswers.compareAndSet(true, false)) {
      LOG.warn(
          "{} doesn't respond: {} decides which node leads until it responds again. No action is"
              + " needed",
          first,
          fallback,
          unreachable);
    }
    // Record the lead before the call: the fallback may grant it although its response is lost.
    borrowed.add(lead);
    try {
      Optional<Duration> term = fallback.lead(lead.duty(), lead.node());
      if (term.isEmpty()) {
        borrowed.remove(lead);
      }
      return term;
    } catch (RuntimeException both) {
      both.addSuppressed(unreachable);
      throw both;
    }
  }

  /**
   * Resigns a lead that the fallback has granted. Otherwise other nodes would have to wait until
   * its term ends the next time that the first leadership fails.
   */
  private void giveBack(Lead lead) {
    if (!borrowed.remove(lead)) {
      return;
    }
    try {
      fallback.resign(lead.duty(), lead.node());
    } catch (RuntimeException unreachable) {
      LOG.debug(
          "This node could not reach {} to resign from {}: its term ends without this",
          fallback,
          lead,
          unreachable);
    }
  }

  @Override
  public String toString() {
    return first + " or else " + fallback;
  }
}
