package dev.baton.engine.dispatch.table;

import dev.baton.task.Candidate;
import dev.baton.task.rule.FairTurns;
import java.util.NavigableSet;
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

  private final NavigableSet<Candidate> candidates;
  private final @Nullable CandidateQueue above;

  /** The candidate of this queue that stands in the one above. */
  private @Nullable Candidate shown;

  /** Refused at this priority and all less urgent ones. */
  private volatile int refusedFrom = NONE;

  /**
   * @param candidates where they stand in their order; empty
   */
  CandidateQueue(@Nullable CandidateQueue above, NavigableSet<Candidate> candidates) {
    this.above = above;
    this.candidates = candidates;
  }

  /** For the first candidates of a definition's flows: the oldest is next, or whose turn it is. */
  static CandidateQueue ofDefinition(CandidateQueue above, @Nullable FairTurns turns) {
    return turns == null
        ? new CandidateQueue(above, new TreeSet<>())
        : new TurnsQueue(above, turns);
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
    if (old != null) {
      takeOut(old);
    }
    if (by != null) {
      putIn(by);
    }
    show();
  }

  void takeOut(Candidate old) {
    if (old.equals(first())) {
      // As most. Nothing needs to be compared for it, so no cache is missed.
      candidates.pollFirst();
    } else {
      candidates.remove(old);
    }
  }

  void putIn(Candidate by) {
    candidates.add(by);
  }

  /** As what the first one stands in the queue above. */
  Candidate placed(Candidate first) {
    return first;
  }

  final void show() {
    if (above == null) {
      return;
    }
    Candidate first = first();
    Candidate now = null;
    if (first != null && (!isRefused() || first.priority() < refusedFrom)) {
      now = placed(first);
    }
    if (!Objects.equals(now, shown)) {
      above.replace(shown, now);
      shown = now;
    }
  }
}
