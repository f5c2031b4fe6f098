package dev.baton.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.TaskStore.Share;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DivisionTest {
  private static final int PARTS = 4;
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Flow FLOW = new Flow("PAY", "partner-1");
  private static final Share OWN = partOf(FLOW);
  private static final Share OTHER = new Share((OWN.part() + 1) % PARTS, PARTS);

  @Test
  void eachFlowIsOfOneNodeAndEachNodeHasAboutAsMany() {
    int[] flows = new int[PARTS];
    for (int i = 0; i < 10_000; i++) {
      flows[partOf(new Flow("PAY", "partner-" + i)).part()]++;
    }
    assertThat(IntStream.of(flows)).allMatch(some -> some > 2_000 && some < 3_000);
    assertThat(Share.WHOLE.has(FLOW)).isTrue();
  }

  @Test
  void aFlowOfAnotherNodeIsLeftToIt() {
    assertThat(leaves(OWN, waited(5, 10), waited(5, 10))).isFalse();
    assertThat(leaves(OTHER, waited(5, 10), waited(5, 10))).isTrue();
    assertThat(leaves(Share.WHOLE, waited(5, 10), waited(5, 10))).isFalse();
  }

  @Test
  void aNodeThatHasNothingTakesWhatHasWaitedMoreThanTwiceAsLongAsWhatItClaimedLast() {
    Division division = divided(OTHER, null, NOW.minusSeconds(3));
    assertThat(division.leaves(waited(5, 7))).isTrue();
    assertThat(division.leaves(waited(5, 8))).isFalse();
  }

  @Test
  void whatIsMoreUrgentThanAllHereIsTakenFromAnotherNode() {
    assertThat(leaves(OTHER, waited(4, 0), waited(5, 10))).isFalse();
    assertThat(leaves(OTHER, waited(6, 100), waited(5, 10))).isTrue();
  }

  @Test
  void whatHasWaitedMoreThanTwiceAsLongIsTakenFromAnotherNode() {
    assertThat(leaves(OTHER, waited(5, 21), waited(5, 10))).isTrue();
    assertThat(leaves(OTHER, waited(5, 22), waited(5, 10))).isFalse();
    assertThat(leaves(OTHER, waited(5, 1), waited(5, 0))).isTrue();
    assertThat(leaves(OTHER, waited(5, 2), waited(5, 0))).isFalse();
  }

  private static boolean leaves(Share share, Candidate head, Candidate first) {
    return divided(share, first, Instant.EPOCH).leaves(head);
  }

  private static Division divided(Share share, @Nullable Candidate first, Instant reached) {
    return new Division(share, first, reached, Duration.ofSeconds(1), NOW);
  }

  private static Share partOf(Flow flow) {
    return IntStream.range(0, PARTS)
        .mapToObj(part -> new Share(part, PARTS))
        .filter(share -> share.has(flow))
        .reduce(
            (one, other) -> {
              throw new AssertionError(flow + " is of two");
            })
        .orElseThrow();
  }

  private static Candidate waited(int priority, int seconds) {
    return new Candidate(new UUID(1, 1), 1, "default", FLOW, priority, NOW.minusSeconds(seconds));
  }
}
