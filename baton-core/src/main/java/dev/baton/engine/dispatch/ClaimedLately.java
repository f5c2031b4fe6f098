package dev.baton.engine.dispatch;

import dev.baton.task.Candidate;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The last tasks that this node has claimed, and those that it claims now: what was read meanwhile
 * may show them as they were before. What is read later is believed, since a database that fails
 * over may have lost a claim. Claims come by thousands between two looks, so they are filed when
 * somebody asks. Not thread-safe.
 */
final class ClaimedLately {
  private static final int MOST = 10_000;

  private final Map<UUID, Claim> claims =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<UUID, Claim> eldest) {
          return size() > MOST;
        }
      };

  private final Deque<Batch> unfiled = new ArrayDeque<>();
  private int unfiledClaims;
  private final Predicate<Candidate> isClaiming;

  private record Claim(long version, long nanos) {}

  private record Batch(List<Candidate> claimed, long nanos) {
    int size() {
      return claimed.size();
    }
  }

  /**
   * @param isClaiming whether a claim of it is under way
   */
  ClaimedLately(Predicate<Candidate> isClaiming) {
    this.isClaiming = isClaiming;
  }

  /** All of these were claimed, by an answer that came at this moment. */
  void add(List<Candidate> batch, long nanos) {
    if (batch.isEmpty()) {
      return;
    }
    unfiled.add(new Batch(batch, nanos));
    unfiledClaims += batch.size();
    while (unfiledClaims - unfiled.element().size() >= MOST) {
      unfiledClaims -= unfiled.remove().size();
    }
  }

  /** Whether what began to be read at this moment is out of date. */
  boolean has(Candidate candidate, long readNanos) {
    return isClaiming.test(candidate) || wasClaimed(candidate, readNanos);
  }

  private boolean wasClaimed(Candidate candidate, long readNanos) {
    unfiled.forEach(this::file);
    unfiled.clear();
    unfiledClaims = 0;
    Claim claim = claims.get(candidate.id());
    return claim != null
        && claim.version() >= candidate.version()
        && claim.nanos() - readNanos >= 0;
  }

  private void file(Batch batch) {
    batch.claimed().forEach(one -> claims.put(one.id(), new Claim(one.version(), batch.nanos())));
  }
}
