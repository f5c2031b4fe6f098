package dev.baton.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.engine.dispatch.table.Candidates;
import dev.baton.task.Candidate;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ClaimedLatelyTest {
  private static final long CLAIMED = 1_000;

  private final Set<Candidate> underWay = new HashSet<>();
  private final ClaimedLately lately = new ClaimedLately(underWay::contains);

  @Test
  void whatWasClaimedIsOutOfDateUntilItIsReadyAgain() {
    Candidate claimed = Candidates.of(1, "T", "", 5, 0);
    lately.add(List.of(claimed), CLAIMED);
    assertThat(has(claimed)).isTrue();
    assertThat(has(Candidates.of(2, "T", "", 5, 0))).isFalse();
    Candidate again = Candidates.of(1, claimed.version() + 2, "T", "", 5, 0);
    assertThat(has(again)).isFalse();
  }

  @Test
  void whatIsReadyToALaterLookIsReadySinceAFailoverMayHaveLostItsClaim() {
    Candidate claimed = Candidates.of(1, "T", "", 5, 0);
    lately.add(List.of(claimed), CLAIMED);
    assertThat(lately.has(claimed, CLAIMED)).isTrue();
    assertThat(lately.has(claimed, CLAIMED + 1)).isFalse();
  }

  @Test
  void whatIsBeingClaimedIsOutOfDateHoweverLateItWasRead() {
    Candidate claimed = Candidates.of(1, "T", "", 5, 0);
    underWay.add(claimed);
    assertThat(lately.has(claimed, Long.MAX_VALUE / 2)).isTrue();
    underWay.clear();
    assertThat(has(claimed)).isFalse();
  }

  @Test
  void theLastTenThousandAreKnown() {
    List<Candidate> all =
        IntStream.range(0, 11_000).mapToObj(i -> Candidates.of(i, "T", "", 5, i)).toList();
    all.forEach(one -> lately.add(List.of(one), CLAIMED));
    assertThat(all.subList(0, 1_000)).noneMatch(this::has);
    assertThat(all.subList(1_000, 11_000)).allMatch(this::has);
  }

  private boolean has(Candidate candidate) {
    return lately.has(candidate, CLAIMED - 1);
  }
}
