package dev.baton.engine.dispatch.table;

import dev.baton.task.row.Candidate;
import dev.baton.task.rule.FairTurns;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A sorted queue of candidates. Its first candidate is also in the queue above, unless it is
 * refused. Above a flow's queue is the queue of its definition, and above that is the queue of the
 * table. So a refusal removes only one candidate from one queue, no matter how many candidates
 * follow it.
 */
class CandidateQueue {
  static final int NONE = Integer.MAX_VALUE;

  private final NavigableSet<Candidate> candidates;
  private final @Nullable CandidateQueue above;

  /** Decides whose turn it is among the flows of a definition; null if they don't take turns. */
  final @Nullable FairTurns turns;

  /** The candidate of this queue that is in the queue above. */
  private @Nullable Candidate shown;

  /** The most urgent refused priority. All less urgent priorities are refused, too. */
  private volatile int refusedFrom = NONE;

  /**
   * @param turns null if the candidates don't take turns and the smallest one is next
   */
  CandidateQueue(@Nullable CandidateQueue above, @Nullable FairTurns turns) {
    this.above = above;
    this.turns = turns;
    this.candidates = turns == null ? new TreeSet<>() : turns.heads();
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

  void add(Candidate candidate) {
    replace(null, candidate);
  }

  void remove(Candidate candidate) {
    replace(candidate, null);
  }

  boolean isRefused() {
    return refusedFrom != NONE;
  }

  /** Returns whether candidates of this priority may enter the queue above. */
  boolean isOpenAt(int priority) {
    return priority < refusedFrom;
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
    if (by != null && turns != null) {
      turns.add(by);
    } else if (by != null) {
      candidates.add(by);
    }
    show();
  }

  private void takeOut(Candidate old) {
    if (turns != null) {
      turns.remove(old);
    } else if (old.equals(first())) {
      // This is the usual case, and it is fast, because it compares no candidates.
      candidates.pollFirst();
    } else {
      candidates.remove(old);
    }
  }

  final void show() {
    if (above == null) {
      return;
    }
    Candidate first = first();
    Candidate now = null;
    if (first != null && isOpenAt(first.priority())) {
      now = turns == null ? first : turns.placed(first);
    }
    if (!Objects.equals(now, shown)) {
      above.replace(shown, now);
      shown = now;
    }
  }
}
