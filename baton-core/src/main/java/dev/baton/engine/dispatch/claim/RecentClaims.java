package dev.baton.engine.dispatch.claim;

import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * What a bucket claims now, and the last tasks that it has claimed: what was read meanwhile may
 * show them as they were before. What is read later is believed, since a database that fails over
 * may have lost a claim. Owned by the bucket's dispatcher, not thread-safe.
 */
public final class RecentClaims {
  private static final int MAX_TASKS = 10_000;

  private final Map<UUID, Candidate> underWay = new HashMap<>();
  private final Map<UUID, Claim> claimed = new LinkedHashMap<>();

  private record Claim(long version, long answeredNanos) {}

  void begin(List<Candidate> batch) {
    for (Candidate one : batch) {
      underWay.merge(one.id(), one, (a, b) -> a.version() > b.version() ? a : b);
    }
  }

  /** Of this batch so many were claimed, by an answer that came at this moment. */
  void answered(List<Candidate> batch, List<Candidate> got, long nanos) {
    batch.forEach(one -> underWay.remove(one.id(), one));
    for (Candidate one : got) {
      claimed.remove(one.id());
      claimed.put(one.id(), new Claim(one.version(), nanos));
    }
    var eldest = claimed.keySet().iterator();
    for (int excess = claimed.size() - MAX_TASKS; excess > 0; excess--) {
      eldest.next();
      eldest.remove();
    }
  }

  /** Whether it, or the task at a later version, is being claimed, or the answer wasn't read. */
  public boolean isClaiming(Candidate candidate) {
    Candidate one = underWay.get(candidate.id());
    return one != null && one.version() >= candidate.version();
  }

  /** How many tasks of the flow are being claimed. */
  public int tasksOf(Flow flow) {
    return (int) underWay.values().stream().filter(one -> flow.equals(one.flow())).count();
  }

  /** Whether what began to be read at this moment is out of date. */
  public boolean has(Candidate candidate, long readNanos) {
    Claim one = claimed.get(candidate.id());
    boolean claimedSince =
        one != null && one.version() >= candidate.version() && one.answeredNanos() - readNanos >= 0;
    return claimedSince || isClaiming(candidate);
  }
}
