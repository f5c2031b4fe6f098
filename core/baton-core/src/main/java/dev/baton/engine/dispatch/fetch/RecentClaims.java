package dev.baton.engine.dispatch.fetch;

import dev.baton.task.row.Candidate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The tasks that a bucket has claimed last. A scan that began before the end of the claim may still
 * return them as ready. The node ignores them then. If a read began after the claim and returns the
 * task as ready, the task is ready: a database that failed over may have lost the claim. Only the
 * bucket's dispatcher uses it; not thread-safe.
 */
final class RecentClaims {
  private static final int MAX_TASKS = 10_000;

  private final Map<UUID, RecentClaim> claimed = new LinkedHashMap<>();

  private record RecentClaim(long version, long answeredNanos) {}

  /** Records tasks whose claim returned at this {@code nanoTime}. */
  void add(List<Candidate> some, long nanos) {
    for (Candidate one : some) {
      claimed.remove(one.id());
      claimed.put(one.id(), new RecentClaim(one.version(), nanos));
    }
    var eldest = claimed.keySet().iterator();
    for (int excess = claimed.size() - MAX_TASKS; excess > 0; excess--) {
      eldest.next();
      eldest.remove();
    }
  }

  /**
   * Returns whether a read that began at this {@code nanoTime} may show the task as it was before
   * its claim.
   */
  boolean has(Candidate candidate, long readNanos) {
    RecentClaim one = claimed.get(candidate.id());
    return one != null
        && one.version() >= candidate.version()
        && one.answeredNanos() - readNanos >= 0;
  }
}
