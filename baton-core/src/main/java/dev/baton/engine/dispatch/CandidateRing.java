package dev.baton.engine.dispatch;

import dev.baton.task.Candidate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Candidates in their order, in a ring. Most come last and leave first, which moves nothing; at any
 * other place the shorter side makes room or closes the gap.
 */
final class CandidateRing {
  private static final int LEAST = 4;

  /** As many as fit, always a power of two; the ranks stand at the same places. */
  private @Nullable Candidate[] candidates = new Candidate[LEAST];

  private long[] ranks = new long[LEAST];
  private int first;
  private int size;

  int size() {
    return size;
  }

  /** The candidate at this index of the order. */
  Candidate get(int index) {
    return candidates[place(index)];
  }

  /** The rank of the candidate at this index of the order. */
  long rank(int index) {
    return ranks[place(index)];
  }

  /** The rank of the first; only where there is one. */
  long firstRank() {
    return ranks[first];
  }

  void add(Candidate candidate) {
    if (size == ranks.length) {
      resize(2 * size);
    }
    long rank = CandidateOrder.rank(candidate);
    int index = size == 0 || isBefore(size - 1, rank, candidate) ? size : find(rank, candidate);
    makeRoom(index);
    candidates[place(index)] = candidate;
    ranks[place(index)] = rank;
  }

  private void makeRoom(int index) {
    if (index < size / 2) {
      first = place(-1);
      for (int i = 0; i < index; i++) {
        move(i + 1, i);
      }
    } else {
      for (int i = size; i > index; i--) {
        move(i - 1, i);
      }
    }
    size++;
  }

  /** Removes a candidate that is here. */
  void remove(Candidate candidate) {
    boolean isFirst = get(0).equals(candidate);
    closeGap(isFirst ? 0 : find(CandidateOrder.rank(candidate), candidate));
    if (size <= ranks.length / 8 && ranks.length > LEAST) {
      // A flow that was full once mustn't hold that much forever.
      resize(ranks.length / 2);
    }
  }

  private void closeGap(int index) {
    if (index < size / 2) {
      for (int i = index; i > 0; i--) {
        move(i - 1, i);
      }
      candidates[first] = null;
      first = place(1);
    } else {
      for (int i = index; i < size - 1; i++) {
        move(i + 1, i);
      }
      candidates[place(size - 1)] = null;
    }
    size--;
  }

  void clear() {
    candidates = new Candidate[LEAST];
    ranks = new long[LEAST];
    size = 0;
    first = 0;
  }

  void forEach(Consumer<Candidate> taker) {
    for (int i = 0; i < size; i++) {
      taker.accept(get(i));
    }
  }

  /** Where the candidate is, or belongs: behind all that go before it. */
  private int find(long rank, Candidate candidate) {
    int from = 0;
    int to = size;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (isBefore(middle, rank, candidate)) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  private boolean isBefore(int index, long rank, Candidate candidate) {
    long other = ranks[place(index)];
    return other < rank || (other == rank && CandidateOrder.compare(get(index), candidate) < 0);
  }

  private int place(int index) {
    return (first + index) & (ranks.length - 1);
  }

  private void move(int from, int to) {
    candidates[place(to)] = candidates[place(from)];
    ranks[place(to)] = ranks[place(from)];
  }

  private void resize(int length) {
    @Nullable Candidate[] moved = new Candidate[length];
    long[] movedRanks = new long[length];
    for (int i = 0; i < size; i++) {
      moved[i] = get(i);
      movedRanks[i] = ranks[place(i)];
    }
    candidates = moved;
    ranks = movedRanks;
    first = 0;
  }
}
