package dev.baton.engine.dispatch.fetch.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.engine.dispatch.fetch.peer.WorkSharing.Part;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ContentionTest {
  private static final Flow FLOW = new Flow("T", "k");
  private static final Candidate HEAD =
      new Candidate(new UUID(0, 1), 1, "default", FLOW, 5, Instant.EPOCH);
  private static final Share SHARE = new Share(0, 2);

  private final Contention contention = new Contention(flow -> SHARE);

  @Test
  void whoMissesLittleReadsEverything() {
    assertThat(contention.claimed(3, 3)).isFalse();
    assertThat(contention.claimed(200, 49)).isFalse();
    assertThat(contention.claimed(200, 0)).isFalse();
    assertThat(contention.isContended()).isFalse();
    assertThat(sharedOf(50)).isZero();
  }

  @Test
  void whoMissesAQuarterReadsItsShareAndEachEighthTimeEverything() {
    assertThat(contention.claimed(200, 50)).isTrue();
    assertThat(contention.isContended()).isTrue();
    assertThat(sharedOf(8)).isEqualTo(7);
    assertThat(sharedOf(80)).isEqualTo(70);
  }

  @Test
  void sharingBeginsOnce() {
    contention.claimed(200, 50);
    assertThat(contention.claimed(200, 50)).isFalse();
  }

  @Test
  void whileOthersClaimTheirsEverythingIsReadMoreSeldom() {
    contention.claimed(200, 50);
    for (int every : new int[] {8, 8, 16, 32, 64, 64}) {
      assertThat(untilWhole()).isEqualTo(every);
      contention.claimed(200, 100);
    }
    assertThat(untilWhole()).isEqualTo(64);
    assertThat(untilWhole()).isEqualTo(64);
    assertThat(untilWhole()).isEqualTo(8);
  }

  @Test
  void nodesThatAreGoneAreForgotten() {
    contention.claimed(200, 200);
    sharedOf(256);
    assertThat(contention.isContended()).isFalse();
    assertThat(sharedOf(8)).isZero();
  }

  @Test
  void scansCountAsFetches() {
    contention.claimed(200, 200);
    sharedOf(128);
    for (int i = 0; i < 128; i++) {
      assertThat(contention.isContended()).isTrue();
      contention.nextScan(1, false, HEAD);
    }
    assertThat(contention.isContended()).isFalse();
  }

  @Test
  void whoseShareIsNearlyDoneReadsEverythingOnceUnlessOthersWereQuicker() {
    contention.claimed(200, 50);
    assertThat(contention.helpsOthers()).isFalse();
    assertThat(isShared(contention.nextFetch())).isTrue();
    contention.claimed(200, 49);
    assertThat(contention.helpsOthers()).isTrue();
    assertThat(isShared(contention.nextFetch())).isFalse();
    assertThat(isShared(contention.nextFetch())).isTrue();
  }

  @Test
  void anOwnFlowIsFetchedWholeUntilAScanSaysOtherwise() {
    contention.claimed(200, 50);
    Candidate own = headOf(Part.ALL);
    Candidate other = headOf(Part.NOTHING);
    assertThat(contention.nextFetch().apply(own.flow())).isEqualTo(Share.WHOLE);
    assertThat(contention.nextFetch().apply(other.flow())).isEqualTo(SHARE);
    assertThat(contention.nextScan(1, false, HEAD).of(own, true)).isEqualTo(Part.SHARE);
    assertThat(contention.nextFetch().apply(own.flow())).isEqualTo(SHARE);
  }

  @Test
  void aloneANodeReadsAllThatAScanSees() {
    for (WorkSharing alone : List.of(contention, WorkSharing.NONE)) {
      assertThat(alone.nextScan(64, false, HEAD).of(HEAD, true)).isEqualTo(Part.ALL);
      assertThat(isShared(alone.nextFetch())).isFalse();
    }
  }

  /** The first task of a long flow among many, of which this node reads that part. */
  private Candidate headOf(Part part) {
    return IntStream.range(0, 100)
        .mapToObj(i -> new Flow("T", "k" + i))
        .map(flow -> new Candidate(new UUID(0, 1), 1, "default", flow, 5, Instant.EPOCH))
        .filter(head -> contention.nextScan(64, false, HEAD).of(head, true) == part)
        .findFirst()
        .orElseThrow();
  }

  private static boolean isShared(Function<Flow, Share> fetch) {
    return fetch.apply(FLOW).equals(SHARE);
  }

  private int untilWhole() {
    int fetches = 1;
    while (isShared(contention.nextFetch())) {
      fetches++;
    }
    return fetches;
  }

  private long sharedOf(int fetches) {
    return IntStream.range(0, fetches).filter(i -> isShared(contention.nextFetch())).count();
  }
}
