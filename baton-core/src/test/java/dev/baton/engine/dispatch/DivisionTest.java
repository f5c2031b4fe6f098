package dev.baton.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.engine.dispatch.Division.Part;
import dev.baton.spi.TaskStore.Share;
import dev.baton.task.Candidate;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class DivisionTest {
  private static final int PARTS = 4;
  private static final Candidate HEAD = head("partner", 5);
  private static final Share OWN = new Share(ownerOf(HEAD), PARTS);
  private static final Share OTHER = new Share((OWN.part() + 1) % PARTS, PARTS);

  @Test
  void eachShortFlowIsOfOneNodeAndEachNodeHasAboutAsMany() {
    int[] flows = new int[PARTS];
    for (int i = 0; i < 10_000; i++) {
      flows[ownerOf(head("partner-" + i, 5))]++;
    }
    assertThat(IntStream.of(flows)).allMatch(some -> some > 2_000 && some < 3_000);
  }

  @Test
  void ofFewLongFlowsEachNodeReadsAShareAndOfManyItsOwn() {
    assertThat(partOfLong(31, OWN)).isEqualTo(Part.SHARE);
    assertThat(partOfLong(31, OTHER)).isEqualTo(Part.SHARE);
    assertThat(partOfLong(64, OWN)).isEqualTo(Part.ALL);
    assertThat(partOfLong(64, OTHER)).isEqualTo(Part.NOTHING);
  }

  @Test
  void whereNodesMayCountDifferentlyALongFlowIsReadTwiceAndNotByNobody() {
    assertThat(partOfLong(32, OWN)).isEqualTo(Part.ALL);
    assertThat(partOfLong(63, OTHER)).isEqualTo(Part.SHARE);
  }

  @Test
  void aLoneNodeReadsEverything() {
    assertThat(divided(1, false).of(whole(HEAD), Share.WHOLE)).isEqualTo(Part.ALL);
    assertThat(divided(64, false).of(Sighting.ofHead(HEAD, 0), Share.WHOLE)).isEqualTo(Part.ALL);
  }

  @Test
  void whoHelpsTakesWhatItSeesOfOthersAndItsShareOfTheRest() {
    assertThat(divided(64, true).of(Sighting.ofHead(HEAD, 0), OTHER)).isEqualTo(Part.HELP);
    assertThat(divided(1, true).of(whole(HEAD), OTHER)).isEqualTo(Part.HELP);
    assertThat(divided(1, true).of(whole(HEAD), OWN)).isEqualTo(Part.ALL);
  }

  @Test
  void whatIsMoreUrgentThanWhatANodeWouldClaimNextIsReadByIt() {
    for (int flows : new int[] {1, 64}) {
      assertThat(divided(flows, false).of(Sighting.ofHead(head("partner", 4), 0), OTHER))
          .isEqualTo(Part.ALL);
      assertThat(divided(flows, false).of(whole(head("partner", 6)), OTHER))
          .isEqualTo(Part.NOTHING);
    }
  }

  private static Part partOfLong(int flows, Share share) {
    return divided(flows, false).of(Sighting.ofHead(HEAD, 0), share);
  }

  private static int ownerOf(Candidate head) {
    int[] owners =
        IntStream.range(0, PARTS)
            .filter(part -> divided(1, false).of(whole(head), new Share(part, PARTS)) == Part.ALL)
            .toArray();
    assertThat(owners).hasSize(1);
    return owners[0];
  }

  private static Division divided(int flows, boolean helps) {
    return new Division(flows, helps, HEAD);
  }

  private static Sighting whole(Candidate... ready) {
    return new Sighting(List.of(ready), false, 0);
  }

  private static Candidate head(String key, int priority) {
    return Candidates.of(1, "PAY", key, priority, 0);
  }
}
