package dev.baton.tck;

import dev.baton.spi.Leadership;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** Leadership in memory among all nodes that share this object. Thread-safe. */
public final class MemoryLeadership implements Leadership {
  private final InstantSource clock;
  private final Duration term;
  private final TreeMap<String, Lead> leads = new TreeMap<>();

  private record Lead(UUID node, Instant until) {}

  /**
   * Creates a leadership without leaders.
   *
   * @param term how long a lead lasts if it isn't renewed
   */
  public MemoryLeadership(InstantSource clock, Duration term) {
    this.clock = clock;
    this.term = term;
  }

  @Override
  public Optional<Duration> lead(String duty, UUID node) {
    Instant now = clock.instant();
    synchronized (leads) {
      Lead lead = leads.get(duty);
      // A lead that ends later than one term from now was taken before the clock was set back.
      if (lead != null
          && !lead.node().equals(node)
          && lead.until().isAfter(now)
          && !lead.until().isAfter(now.plus(term))) {
        return Optional.empty();
      }
      leads.put(duty, new Lead(node, now.plus(term)));
      return Optional.of(term);
    }
  }

  @Override
  public void resign(String duty, UUID node) {
    synchronized (leads) {
      Lead lead = leads.get(duty);
      if (lead != null && lead.node().equals(node)) {
        leads.remove(duty);
      }
    }
  }
}
