package dev.baton.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.Limit;
import dev.baton.api.Outcome;
import dev.baton.api.TaskDefinition;
import dev.baton.task.Candidate;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ClaimedLatelyTest {
  private final ClaimedLately lately = new ClaimedLately();
  private final Slots slots = new Slots(10_000, () -> 0);
  private final TaskDefinition free =
      TaskDefinition.of("T", attempt -> Outcome.done()).concurrency(Limit.none());

  @Test
  void whatWasClaimedIsOutOfDateUntilItIsReadyAgain() {
    Candidate claimed = Candidates.of(1, "T", "", 5, 0);
    lately.add(List.of(booked(claimed)));
    assertThat(lately.has(claimed)).isTrue();
    assertThat(lately.has(Candidates.of(2, "T", "", 5, 0))).isFalse();
    Candidate again = Candidates.of(1, claimed.version() + 2, "T", "", 5, 0);
    assertThat(lately.has(again)).isFalse();
  }

  @Test
  void theLastFourThousandAreKnown() {
    List<Candidate> all =
        IntStream.range(0, 5_000).mapToObj(i -> Candidates.of(i, "T", "", 5, i)).toList();
    all.forEach(one -> lately.add(List.of(booked(one))));
    assertThat(all.subList(0, 1_000)).noneMatch(lately::has);
    assertThat(all.subList(1_000, 5_000)).allMatch(lately::has);
  }

  private Claimer.Booked booked(Candidate candidate) {
    return new Claimer.Booked(
        candidate, ((Slots.Answer.Booked) slots.book(candidate, free)).slot());
  }
}
