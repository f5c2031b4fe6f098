package dev.baton.engine.dispatch.fetch;

import dev.baton.task.Candidate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The last tasks that a bucket has claimed: a scan that was under way may show them as they were
 * before. What is read later is believed, since a database that fails over may have lost a claim.
 * Owned by the bucket's dispatcher, not thread-safe.
 */
final class RecentClaims {
  private static final int MAX_TASKS = 10_000;

  private final Map<UUID, Claim> claimed = new LinkedHashMap<>();

  private record Claim(long version, long answeredNanos) {}

  /** These were claimed, by an answer that came at this moment. */
  void add(List<Candidate> some, long nanos) {
    for (Candidate one : some) {
      claimed.remove(one.id());
      claimed.put(one.id(), new Claim(one.version(), nanos));
    }
    var eldest = claimed.keySet().iterator();
    for (int excess = claimed.size() - MAX_TASKS; excess > 0; excess--) {
      eldest.next();
      eldest.remove();
    }
  }

  /** Whether what began to be read at this moment is out of date. */
  boolean has(Candidate candidate, long readNanos) {
    Claim one = claimed.get(candidate.id());
    return one != null
        && one.version() >= candidate.version()
        && one.answeredNanos() - readNanos >= 0;
  }
}
