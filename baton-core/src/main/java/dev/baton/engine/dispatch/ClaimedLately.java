package dev.baton.engine.dispatch;

import dev.baton.task.Candidate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The last tasks that this node has claimed, by the version that they were claimed at: a look that
 * was under way meanwhile may have seen them as they were before. Not thread-safe.
 */
final class ClaimedLately {
  private static final int MOST = 4_000;

  private final Map<UUID, Long> versions =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<UUID, Long> eldest) {
          return size() > MOST;
        }
      };

  /** All of these were claimed: none is ready at that version ever again. */
  void add(List<Claimer.Booked> batch) {
    batch.forEach(one -> versions.put(one.candidate().id(), one.candidate().version()));
  }

  boolean has(Candidate candidate) {
    Long version = versions.get(candidate.id());
    return version != null && version >= candidate.version();
  }
}
