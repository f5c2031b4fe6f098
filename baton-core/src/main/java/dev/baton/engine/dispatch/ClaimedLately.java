package dev.baton.engine.dispatch;

import dev.baton.task.Candidate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The last tasks that this node has claimed: a look that was under way meanwhile may have seen them
 * as they were before. What a later look sees is believed, since a database that fails over may
 * have lost a claim. Not thread-safe.
 */
final class ClaimedLately {
  private static final int MOST = 4_000;

  private final Map<UUID, Claim> claims =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<UUID, Claim> eldest) {
          return size() > MOST;
        }
      };

  private record Claim(long version, long nanos) {}

  /** All of these were claimed, by an answer that came at this moment. */
  void add(List<Candidate> batch, long nanos) {
    batch.forEach(one -> claims.put(one.id(), new Claim(one.version(), nanos)));
  }

  /** Whether what began to be read at this moment is out of date. */
  boolean has(Candidate candidate, long readNanos) {
    Claim claim = claims.get(candidate.id());
    return claim != null
        && claim.version() >= candidate.version()
        && claim.nanos() - readNanos >= 0;
  }
}
