package dev.baton.engine.dispatch.fetch.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.engine.dispatch.fetch.peer.WorkSharing.Part;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FlowPartitionTest {
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
    assertThat(divided(1, false).of(HEAD, false, Share.WHOLE)).isEqualTo(Part.ALL);
    assertThat(divided(64, false).of(HEAD, true, Share.WHOLE)).isEqualTo(Part.ALL);
  }

  @Test
  void whoHelpsTakesWhatItSeesOfOthersAndItsShareOfTheRest() {
    assertThat(divided(64, true).of(HEAD, true, OTHER)).isEqualTo(Part.SEEN);
    assertThat(divided(1, true).of(HEAD, false, OTHER)).isEqualTo(Part.SEEN);
    assertThat(divided(1, true).of(HEAD, false, OWN)).isEqualTo(Part.ALL);
  }

  @Test
  void whatIsMoreUrgentThanWhatANodeWouldClaimNextIsReadByIt() {
    for (int flows : new int[] {1, 64}) {
      assertThat(divided(flows, false).of(head("partner", 4), true, OTHER)).isEqualTo(Part.ALL);
      assertThat(divided(flows, false).of(head("partner", 6), false, OTHER))
          .isEqualTo(Part.NOTHING);
    }
  }

  private static Part partOfLong(int flows, Share share) {
    return divided(flows, false).of(HEAD, true, share);
  }

  private static int ownerOf(Candidate head) {
    int[] owners =
        IntStream.range(0, PARTS)
            .filter(part -> divided(1, false).of(head, false, new Share(part, PARTS)) == Part.ALL)
            .toArray();
    assertThat(owners).hasSize(1);
    return owners[0];
  }

  private static FlowPartition divided(int flows, boolean helps) {
    return new FlowPartition(flows, helps, HEAD);
  }

  private static Candidate head(String key, int priority) {
    return new Candidate(
        new UUID(0, 1), 1, "default", new Flow("PAY", key), priority, Instant.EPOCH);
  }
}
