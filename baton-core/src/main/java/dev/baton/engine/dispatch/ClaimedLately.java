package dev.baton.engine.dispatch;

import dev.baton.task.Candidate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The last tasks that this node has claimed, and those that it claims now: what was read meanwhile
 * may show them as they were before. What is read later is believed, since a database that fails
 * over may have lost a claim. Not thread-safe.
 */
final class ClaimedLately {
  private static final int MAX_TASKS = 10_000;

  private final Predicate<Candidate> isClaiming;
  private final Map<UUID, Claim> claims = new LinkedHashMap<>();

  private record Claim(long version, long nanos) {}

  /**
   * @param isClaiming whether a claim of it is under way, or it was claimed in vain
   */
  ClaimedLately(Predicate<Candidate> isClaiming) {
    this.isClaiming = isClaiming;
  }

  /** All of these were claimed, by an answer that came at this moment. */
  void add(List<Candidate> claimed, long nanos) {
    for (Candidate one : claimed) {
      claims.remove(one.id());
      claims.put(one.id(), new Claim(one.version(), nanos));
    }
    var eldest = claims.keySet().iterator();
    for (int excess = claims.size() - MAX_TASKS; excess > 0; excess--) {
      eldest.next();
      eldest.remove();
    }
  }

  /** Whether what began to be read at this moment is out of date. */
  boolean has(Candidate candidate, long readNanos) {
    Claim last = claims.get(candidate.id());
    boolean claimedSince =
        last != null && last.version() >= candidate.version() && last.nanos() - readNanos >= 0;
    return claimedSince || isClaiming.test(candidate);
  }
}
