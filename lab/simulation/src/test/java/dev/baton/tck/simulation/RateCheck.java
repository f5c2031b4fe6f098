package dev.baton.tck.simulation;

import dev.baton.limit.Limit;
import dev.baton.limit.Rate;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideValue;
import dev.baton.operate.override.Overrides;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks a cluster rate: in no period are more tasks claimed than the rate allows. The time of a
 * claim is the time that the database's clock showed to it. It must be after the commit of the
 * claim before it; a clock that was read before the wait for the limit's lock would show less.
 * People change the rate while it is in use. In a period with several rates, each may use its
 * burst, and the fastest counts.
 */
final class RateCheck {
  private static final String NAME = "claimed in a time";
  private static final int BURST = 4;
  private static final Duration INTERVAL = Duration.ofMillis(20);

  /** A rate that was set, and the time until which it is known to have been in force. */
  private static final class Used {
    final Duration interval;
    final int burst;
    long replacedNanos = Long.MAX_VALUE;
    Instant last = Instant.MIN;

    Used(Duration interval, int burst) {
      this.interval = interval;
      this.burst = burst;
    }
  }

  private final Violations violations;
  private final Simulation simulation;
  private final List<Used> rates = new ArrayList<>();
  private final List<Instant> claims = new ArrayList<>();
  private Instant lastCommit = Instant.MIN;
  private boolean setting;
  private boolean clockWasPut;

  RateCheck(Violations violations, Simulation simulation) {
    this.violations = violations;
    this.simulation = simulation;
    rates.add(new Used(INTERVAL, BURST));
  }

  static Limit limit() {
    return Limit.clusterRate(NAME, Rate.of(1, INTERVAL).burst(BURST));
  }

  /**
   * Notes that a person sets another rate, or resets it to the code's. One person at a time,
   * because otherwise the check doesn't know the rate in force.
   */
  void set(Overrides overrides, int millis, int burst) {
    if (setting) {
      return;
    }
    setting = true;
    try {
      Used next = new Used(Duration.ofMillis(millis), burst);
      rates.add(next);
      OverrideTarget target = OverrideTarget.rate(NAME);
      Overrides.Answer answer =
          next.interval.equals(INTERVAL) && burst == BURST
              ? overrides.reset(target)
              : overrides.set(target, new OverrideValue.Pace(1, next.interval, burst));
      if (answer instanceof Overrides.Answer.Changed) {
        long now = simulation.nowNanos();
        rates.stream()
            .filter(rate -> rate != next && rate.replacedNanos == Long.MAX_VALUE)
            .forEach(rate -> rate.replacedNanos = now);
      }
    } finally {
      setting = false;
    }
  }

  /**
   * @param troubleNanos when trouble last kept a node from reading the rate
   */
  void claimed(Instant now, Instant commit, long troubleNanos) {
    // A claim with the same commit time belongs to the last commit.
    if (!commit.equals(lastCommit) && now.isBefore(lastCommit)) {
      violations.report("a claim counts at " + now + ", before the last's commit at " + lastCommit);
    }
    lastCommit = commit;
    claims.removeIf(other -> clockWasPut && other.isAfter(now));
    for (Used rate : rates) {
      boolean mayHold =
          rate.replacedNanos == Long.MAX_VALUE
              || simulation.nowNanos() - Math.max(rate.replacedNanos, troubleNanos)
                  <= LimitCheck.IN_FORCE_NANOS;
      if (mayHold && rate.last.isBefore(now)) {
        rate.last = now;
      }
    }
    claims.add(now);
    for (int i = 0; i < claims.size(); i++) {
      long allowed = allowed(claims.get(i), now);
      if (claims.size() - i > allowed) {
        violations.report(
            (claims.size() - i)
                + " claims in "
                + Duration.between(claims.get(i), now)
                + ", although the rate allows "
                + allowed);
        return;
      }
    }
  }

  private long allowed(Instant from, Instant now) {
    long bursts = 0;
    Duration fastest = Duration.ofDays(1);
    for (Used rate : rates) {
      if (!rate.last.isBefore(from)) {
        bursts += rate.burst;
        fastest = rate.interval.compareTo(fastest) < 0 ? rate.interval : fastest;
      }
    }
    return bursts + Duration.between(from, now).dividedBy(fastest);
  }

  /** Forgets the claims so far, because the clock was changed. */
  void clockPut() {
    clockWasPut = true;
    claims.clear();
    lastCommit = Instant.MIN;
  }

  /** A failover may bring back any rate that was set before. */
  void rewound() {
    claims.clear();
    lastCommit = Instant.MIN;
    rates.forEach(rate -> rate.replacedNanos = Long.MAX_VALUE);
  }
}
