package dev.baton.engine.dispatch.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.engine.dispatch.table.Candidates;
import dev.baton.task.row.Candidate;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RecentClaimsTest {
  private static final long CLAIMED = 1_000;

  private final RecentClaims recent = new RecentClaims();

  @Test
  void claimedCandidateIsStaleUntilItIsReadyAgain() {
    Candidate one = Candidates.of(1, "T", "", 5, 0);
    claimed(one);
    assertThat(has(one)).isTrue();
    assertThat(has(Candidates.of(2, "T", "", 5, 0))).isFalse();
    Candidate again = Candidates.of(1, one.version() + 2, "T", "", 5, 0);
    assertThat(has(again)).isFalse();
  }

  @Test
  void laterScanWinsBecauseFailoverMayLoseTheClaim() {
    Candidate one = Candidates.of(1, "T", "", 5, 0);
    claimed(one);
    assertThat(recent.has(one, CLAIMED)).isTrue();
    assertThat(recent.has(one, CLAIMED + 1)).isFalse();
  }

  @Test
  void lastTenThousandClaimsAreKnown() {
    List<Candidate> all =
        IntStream.range(0, 11_000).mapToObj(i -> Candidates.of(i, "T", "", 5, i)).toList();
    all.forEach(this::claimed);
    assertThat(all.subList(0, 1_000)).noneMatch(this::has);
    assertThat(all.subList(1_000, 11_000)).allMatch(this::has);
  }

  private void claimed(Candidate one) {
    recent.add(List.of(one), CLAIMED);
  }

  private boolean has(Candidate candidate) {
    return recent.has(candidate, CLAIMED - 1);
  }
}
