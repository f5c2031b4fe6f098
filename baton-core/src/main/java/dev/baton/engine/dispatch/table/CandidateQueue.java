package dev.baton.engine.dispatch.table;

import dev.baton.task.Candidate;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Candidates in their order. The first one, unless it is refused, also stands in the queue above:
 * that of a flow in its definition's, that of a definition in the table's. So a refusal takes one
 * candidate out of one queue, however many there are behind it.
 */
class CandidateQueue {
  private static final int NONE = -1;

  private final TreeSet<Candidate> candidates = new TreeSet<>(CandidateOrder::compare);
  private final @Nullable CandidateQueue above;

  /** The candidate of this queue that stands in the one above. */
  private @Nullable Candidate shown;

  /** Refused at this priority and all less urgent ones. */
  private int refusedFrom = NONE;

  CandidateQueue(@Nullable CandidateQueue above) {
    this.above = above;
  }

  final int size() {
    return candidates.size();
  }

  final boolean isEmpty() {
    return candidates.isEmpty();
  }

  final @Nullable Candidate first() {
    return candidates.isEmpty() ? null : candidates.first();
  }

  final Candidate last() {
    return candidates.last();
  }

  final Stream<Candidate> stream() {
    return candidates.stream();
  }

  final void add(Candidate candidate) {
    replace(null, candidate);
  }

  final void remove(Candidate candidate) {
    replace(candidate, null);
  }

  final void clear() {
    candidates.clear();
    show();
  }

  final boolean isRefused() {
    return refusedFrom != NONE;
  }

  final void refuse(int fromPriority) {
    refusedFrom = fromPriority;
    show();
  }

  final void allow() {
    refusedFrom = NONE;
    show();
  }

  private void replace(@Nullable Candidate old, @Nullable Candidate by) {
    if (old != null && old.equals(first())) {
      // As most. Nothing needs to be compared for it, so no cache is missed.
      candidates.pollFirst();
    } else if (old != null) {
      candidates.remove(old);
    }
    if (by != null) {
      candidates.add(by);
    }
    show();
  }

  private void show() {
    if (above == null) {
      return;
    }
    Candidate first = first();
    boolean isOpen = first != null && (!isRefused() || first.priority() < refusedFrom);
    Candidate now = isOpen ? first : null;
    if (!Objects.equals(now, shown)) {
      above.replace(shown, now);
      shown = now;
    }
  }
}
