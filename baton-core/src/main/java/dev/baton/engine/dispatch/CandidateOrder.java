package dev.baton.engine.dispatch;

import dev.baton.task.Candidate;
import java.time.Instant;

/** The one order of candidates: priority, then arrival; the id makes it total. */
final class CandidateOrder {
  private static final int PRIORITY_SHIFT = 59;
  private static final long MICROS = 1_000_000;

  /** Some 9,000 years from the epoch; all that is farther is of one rank. */
  private static final long FAR_SECONDS = (1L << (PRIORITY_SHIFT - 1)) / MICROS;

  private CandidateOrder() {}

  static int compare(Candidate one, Candidate other) {
    int byPriority = Integer.compare(one.priority(), other.priority());
    if (byPriority != 0) {
      return byPriority;
    }
    int byArrival = one.arrivedAt().compareTo(other.arrivedAt());
    return byArrival != 0 ? byArrival : one.id().compareTo(other.id());
  }

  /**
   * The order in one number, to the microsecond: who has the lesser rank goes first, and {@link
   * #compare} decides between equal ones. Kept beside a candidate, since to look at its parts costs
   * a cache miss each.
   */
  static long rank(Candidate candidate) {
    return ((long) candidate.priority() << PRIORITY_SHIFT) + micros(candidate.arrivedAt());
  }

  private static long micros(Instant time) {
    long seconds = time.getEpochSecond();
    if (Math.abs(seconds) >= FAR_SECONDS) {
      return Long.signum(seconds) * FAR_SECONDS * MICROS;
    }
    return seconds * MICROS + time.getNano() / 1_000;
  }
}
