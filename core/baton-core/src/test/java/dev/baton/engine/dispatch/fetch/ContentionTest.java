package dev.baton.engine.dispatch.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.engine.dispatch.fetch.FlowScanner.ScannedFlow;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ContentionTest {
  private static final Flow FLOW = new Flow("T", "k");
  private static final ScannedFlow LONG = seen(5, "k", true);
  private static final Candidate NEXT = LONG.head();
  private static final int PARTS = 4;
  private static final Share SHARE = new Share(0, 2);

  private final Contention contention = new Contention(flow -> SHARE);

  @Test
  void nodeWithFewMissesReadsEverything() {
    assertThat(Contention.isCollision(3, 3)).isFalse();
    assertThat(Contention.isCollision(200, 49)).isFalse();
    assertThat(Contention.isCollision(200, 0)).isFalse();
  }

  @Test
  void nodeThatMissesAQuarterReadsItsShareAndEverythingEachEighthTime() {
    assertThat(Contention.isCollision(200, 50)).isTrue();
    assertThat(sharedOf(8)).isEqualTo(7);
    assertThat(sharedOf(80)).isEqualTo(70);
  }

  @Test
  void fullReadsAreRarerWhileOthersClaimTheirShares() {
    for (int every : new int[] {8, 8, 16, 32, 64, 64}) {
      assertThat(untilWhole()).isEqualTo(every);
      contention.claimed(200, 100);
    }
    assertThat(untilWhole()).isEqualTo(64);
    assertThat(untilWhole()).isEqualTo(64);
    assertThat(untilWhole()).isEqualTo(8);
  }

  @Test
  void departedNodesAreForgotten() {
    sharedOf(255);
    assertThat(contention.isOver()).isFalse();
    contention.nextFetch();
    assertThat(contention.isOver()).isTrue();
  }

  @Test
  void scansCountAsFetches() {
    sharedOf(128);
    for (int i = 0; i < 128; i++) {
      assertThat(contention.isOver()).isFalse();
      assertThat(takes(LONG)).isFalse();
    }
    assertThat(contention.isOver()).isTrue();
  }

  @Test
  void nearlyDoneNodeReadsEverythingOnceUnlessOthersWereFaster() {
    assertThat(contention.helpsOthers()).isFalse();
    assertThat(isShared(contention.nextFetch())).isTrue();
    contention.claimed(200, 49);
    assertThat(contention.helpsOthers()).isTrue();
    assertThat(isShared(contention.nextFetch())).isFalse();
    assertThat(isShared(contention.nextFetch())).isTrue();
  }

  @Test
  void eachNodeTakesItsOwnShortFlows() {
    int[] flows = new int[PARTS];
    for (int part = 0; part < PARTS; part++) {
      Contention one = between(new Share(part, PARTS));
      Predicate<ScannedFlow> takes = one.nextScan(false, NEXT);
      flows[part] =
          (int) IntStream.range(0, 10_000).filter(i -> takes.test(seen(5, "k" + i, false))).count();
    }
    assertThat(IntStream.of(flows).sum()).as("each belongs to one node").isEqualTo(10_000);
    assertThat(IntStream.of(flows)).allMatch(some -> some > 2_000 && some < 3_000);
  }

  @Test
  void nodeTakesMoreUrgentCandidatesOfAnyShare() {
    Contention contended = between(SHARE);
    assertThat(takes(contended, seen(4, "k", true))).isTrue();
    assertThat(takes(contended, seen(6, "k", true))).isFalse();
  }

  @Test
  void helpingNodeTakesEverything() {
    assertThat(between(SHARE).nextScan(true, NEXT).test(LONG)).isTrue();
  }

  @Test
  void nodeWithoutKnownPeersTakesAllShortFlows() {
    Contention alone = between(Share.WHOLE);
    Predicate<ScannedFlow> takes = alone.nextScan(false, NEXT);
    assertThat(IntStream.range(0, 100)).allMatch(i -> takes.test(seen(5, "k" + i, false)));
  }

  private static Contention between(Share share) {
    return new Contention(flow -> share);
  }

  private boolean takes(ScannedFlow seen) {
    return takes(contention, seen);
  }

  private static boolean takes(Contention contention, ScannedFlow seen) {
    return contention.nextScan(false, NEXT).test(seen);
  }

  private static ScannedFlow seen(int priority, String key, boolean hasMore) {
    Candidate head =
        new Candidate(new UUID(0, 1), 1, "default", new Flow("T", key), priority, Instant.EPOCH);
    return new ScannedFlow(List.of(head), hasMore, 0);
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
