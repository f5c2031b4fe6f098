package dev.baton.engine.dispatch.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.engine.dispatch.table.Candidates;
import dev.baton.task.Candidate;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RecentClaimsTest {
  private static final long CLAIMED = 1_000;

  private final RecentClaims recent = new RecentClaims();

  @Test
  void whatWasClaimedIsOutOfDateUntilItIsReadyAgain() {
    Candidate one = Candidates.of(1, "T", "", 5, 0);
    claimed(one);
    assertThat(has(one)).isTrue();
    assertThat(has(Candidates.of(2, "T", "", 5, 0))).isFalse();
    Candidate again = Candidates.of(1, one.version() + 2, "T", "", 5, 0);
    assertThat(has(again)).isFalse();
  }

  @Test
  void whatIsReadyToALaterScanIsReadySinceAFailoverMayHaveLostItsClaim() {
    Candidate one = Candidates.of(1, "T", "", 5, 0);
    claimed(one);
    assertThat(recent.has(one, CLAIMED)).isTrue();
    assertThat(recent.has(one, CLAIMED + 1)).isFalse();
  }

  @Test
  void whatIsBeingClaimedIsOutOfDateHoweverLateItWasRead() {
    Candidate one = Candidates.of(1, "T", "", 5, 0);
    recent.begin(List.of(one));
    assertThat(recent.has(one, Long.MAX_VALUE / 2)).isTrue();
    assertThat(recent.tasksOf(one.flow())).isEqualTo(1);
    recent.answered(List.of(one), List.of(), CLAIMED);
    assertThat(has(one)).as("it was missed").isFalse();
    assertThat(recent.tasksOf(one.flow())).isZero();
  }

  @Test
  void oneOfTwoClaimsOfATaskThatIsAnsweredLeavesTheLaterOneUnderWay() {
    Candidate old = Candidates.of(1, "T", "", 5, 0);
    Candidate again = Candidates.of(1, old.version() + 2, "T", "", 5, 0);
    recent.begin(List.of(old));
    recent.begin(List.of(again));
    recent.answered(List.of(old), List.of(), CLAIMED);
    assertThat(recent.isClaiming(again)).isTrue();
    assertThat(recent.isClaiming(old)).isTrue();
    recent.answered(List.of(again), List.of(), CLAIMED);
    assertThat(recent.isClaiming(again)).isFalse();
  }

  @Test
  void theLastTenThousandAreKnown() {
    List<Candidate> all =
        IntStream.range(0, 11_000).mapToObj(i -> Candidates.of(i, "T", "", 5, i)).toList();
    all.forEach(this::claimed);
    assertThat(all.subList(0, 1_000)).noneMatch(this::has);
    assertThat(all.subList(1_000, 11_000)).allMatch(this::has);
  }

  private void claimed(Candidate one) {
    recent.begin(List.of(one));
    recent.answered(List.of(one), List.of(one), CLAIMED);
  }

  private boolean has(Candidate candidate) {
    return recent.has(candidate, CLAIMED - 1);
  }
}
