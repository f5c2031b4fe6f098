package dev.baton.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Ranks never contradict the order that they stand for. */
final class CandidateOrderTest {
  private static final Instant NOW = Instant.parse("2026-03-01T08:30:00.123456Z");

  @Test
  void whoGoesFirstHasNoGreaterRank() {
    List<Candidate> inOrder = new ArrayList<>();
    for (int priority = 0; priority <= 9; priority++) {
      for (Instant arrived : inOrderOfTime()) {
        inOrder.add(candidate(priority, arrived, 1));
        inOrder.add(candidate(priority, arrived, 2));
      }
    }
    for (int i = 1; i < inOrder.size(); i++) {
      Candidate before = inOrder.get(i - 1);
      Candidate after = inOrder.get(i);
      assertThat(CandidateOrder.compare(before, after)).isNegative();
      assertThat(CandidateOrder.compare(after, before)).isPositive();
      assertThat(CandidateOrder.rank(before)).isLessThanOrEqualTo(CandidateOrder.rank(after));
    }
  }

  @Test
  void ranksTellMicrosecondsApart() {
    long before = CandidateOrder.rank(candidate(5, NOW, 2));
    assertThat(CandidateOrder.rank(candidate(5, NOW.plusNanos(1_000), 1))).isEqualTo(before + 1);
    assertThat(CandidateOrder.rank(candidate(5, NOW.minusNanos(1_000), 1))).isEqualTo(before - 1);
  }

  private static List<Instant> inOrderOfTime() {
    return List.of(
        Instant.MIN,
        Instant.MIN.plusNanos(999_999_999),
        Instant.EPOCH.minusNanos(1),
        Instant.EPOCH,
        NOW,
        NOW.plusNanos(1),
        NOW.plusNanos(1_000),
        Instant.parse("9999-12-31T23:59:59.999999Z"),
        Instant.MAX.minusNanos(999_999_999),
        Instant.MAX);
  }

  private static Candidate candidate(int priority, Instant arrived, long id) {
    return new Candidate(new UUID(0, id), 1, "default", new Flow("T", ""), priority, arrived);
  }
}
