package dev.baton.spi;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** See {@link Leadership#orElse}. Thread-safe. */
final class FallbackLeadership implements Leadership {
  private static final Logger LOG = LoggerFactory.getLogger(FallbackLeadership.class);

  private final Leadership first;
  private final Leadership fallback;

  /** What the fallback may have given; a duty and node each. */
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
      LOG.info("{} answers again and decides from now on which node leads", first);
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
          "This node could not tell {} that it resigns from {}: its term ends by itself",
          first,
          duty,
          unreachable);
    }
    giveBack(new Lead(duty, node));
  }

  private Optional<Duration> borrow(Lead lead, RuntimeException unreachable) {
    if (firstAnswers.compareAndSet(true, false)) {
      LOG.warn(
          "{} doesn't answer: {} decides which node leads until it does. Nothing needs to be"
              + " done here",
          first,
          fallback,
          unreachable);
    }
    // Noted before it is asked: its answer may be lost, and the lead ours all the same.
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

  /** A lead left with the fallback would keep others waiting the next time the first is away. */
  private void giveBack(Lead lead) {
    if (!borrowed.remove(lead)) {
      return;
    }
    try {
      fallback.resign(lead.duty(), lead.node());
    } catch (RuntimeException unreachable) {
      LOG.debug(
          "This node could not tell {} that it resigns from {}: its term ends by itself",
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
