package dev.baton.engine.dispatch;

import dev.baton.task.Candidate;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
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
  private static final int MOST = 10_000;

  private final Predicate<Candidate> isClaiming;
  private final Deque<Batch> batches = new ArrayDeque<>();
  private int claims;

  /** The versions of all that were claimed since something was read, as far as was asked last. */
  private final Map<UUID, Long> since = new HashMap<>();

  private long sinceNanos;
  private boolean isCurrent;

  private record Batch(List<Candidate> claimed, long nanos) {
    int size() {
      return claimed.size();
    }
  }

  /**
   * @param isClaiming whether a claim of it is under way, or it was claimed in vain
   */
  ClaimedLately(Predicate<Candidate> isClaiming) {
    this.isClaiming = isClaiming;
  }

  /** All of these were claimed, by an answer that came at this moment. */
  void add(List<Candidate> batch, long nanos) {
    if (batch.isEmpty()) {
      return;
    }
    isCurrent = false;
    batches.add(new Batch(batch, nanos));
    claims += batch.size();
    while (claims - batches.element().size() >= MOST) {
      claims -= batches.remove().size();
    }
  }

  /** Whether what began to be read at this moment is out of date. */
  boolean has(Candidate candidate, long readNanos) {
    if (isClaiming.test(candidate)) {
      return true;
    }
    if (!isCurrent || sinceNanos != readNanos) {
      gather(readNanos);
    }
    Long version = since.get(candidate.id());
    return version != null && version >= candidate.version();
  }

  /** Once for all that was read together. */
  private void gather(long readNanos) {
    since.clear();
    sinceNanos = readNanos;
    isCurrent = true;
    Iterator<Batch> fromLast = batches.descendingIterator();
    while (fromLast.hasNext()) {
      Batch batch = fromLast.next();
      if (batch.nanos() - readNanos < 0) {
        return;
      }
      batch.claimed().forEach(one -> since.merge(one.id(), one.version(), Math::max));
    }
  }
}
