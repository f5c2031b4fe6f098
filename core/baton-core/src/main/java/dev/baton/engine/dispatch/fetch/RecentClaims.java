package dev.baton.engine.dispatch.fetch;

import dev.baton.task.Candidate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The tasks that a bucket claimed last. A scan that was in progress during the claim may show them
 * as still ready. A read that began after the claim is believed, because a database that failed
 * over may have lost the claim. Owned by the bucket's dispatcher, not thread-safe.
 */
final class RecentClaims {
  private static final int MAX_TASKS = 10_000;

  private final Map<UUID, Claim> claimed = new LinkedHashMap<>();

  private record Claim(long version, long answeredNanos) {}

  /** Records tasks whose claim returned at this time. */
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

  /** Returns whether a read that began at this time shows the task as it was before its claim. */
  boolean has(Candidate candidate, long readNanos) {
    Claim one = claimed.get(candidate.id());
    return one != null
        && one.version() >= candidate.version()
        && one.answeredNanos() - readNanos >= 0;
  }
}
