package dev.baton.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Candidate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The ring against a sorted set. */
final class CandidateRingTest {
  private static final int SEEDS = 100;
  private static final int STEPS = 600;

  @Test
  void itKeepsTheOrderWhereverCandidatesComeAndGo() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      CandidateRing ring = new CandidateRing();
      TreeSet<Candidate> sorted = new TreeSet<>(CandidateOrder::compare);
      int most = 1 + random.nextInt(100);
      boolean grows = true;
      for (int step = 0; step < STEPS; step++) {
        // By turns it fills and drains, at both ends and between them.
        grows = grows ? sorted.size() < most : sorted.isEmpty();
        if (sorted.isEmpty() || random.nextInt(10) < (grows ? 8 : 2)) {
          Candidate candidate = candidate(random, step);
          ring.add(candidate);
          sorted.add(candidate);
        } else {
          Candidate leaving = leaving(random, sorted);
          ring.remove(leaving);
          sorted.remove(leaving);
        }
        assertThat(all(ring)).as("seed %d, step %d", seed, step).containsExactlyElementsOf(sorted);
        assertThat(ring.size()).isEqualTo(sorted.size());
        if (!sorted.isEmpty()) {
          assertThat(ring.firstRank()).isEqualTo(CandidateOrder.rank(sorted.first()));
        }
      }
    }
  }

  @Test
  void aClearedRingTakesCandidatesAgain() {
    CandidateRing ring = new CandidateRing();
    for (int i = 0; i < 100; i++) {
      ring.add(Candidates.of(i, "T", "", 5, i));
    }
    ring.clear();
    assertThat(all(ring)).isEmpty();
    Candidate next = Candidates.of(100, "T", "", 5, 100);
    ring.add(next);
    assertThat(all(ring)).containsExactly(next);
  }

  private static Candidate candidate(Random random, int step) {
    int priority = random.nextInt(4) == 0 ? random.nextInt(10) : 5;
    int late = random.nextInt(3) == 0 ? random.nextInt(40) : 0;
    return Candidates.of(step, "T", "", priority, step / 2 - late);
  }

  private static Candidate leaving(Random random, TreeSet<Candidate> sorted) {
    return switch (random.nextInt(4)) {
      case 0 -> sorted.last();
      case 1 -> List.copyOf(sorted).get(random.nextInt(sorted.size()));
      default -> sorted.first();
    };
  }

  private static List<Candidate> all(CandidateRing ring) {
    List<Candidate> all = new ArrayList<>();
    ring.forEach(all::add);
    return all;
  }
}
