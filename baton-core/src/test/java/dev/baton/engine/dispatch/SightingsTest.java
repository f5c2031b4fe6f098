package dev.baton.engine.dispatch;

import static dev.baton.engine.dispatch.Candidates.of;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.TaskStore.Place;
import dev.baton.spi.TaskStore.PullRequest;
import dev.baton.spi.TaskStore.Share;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What of that which looks saw is taken in here, and what is left to others. */
final class SightingsTest {
  private static final long READ = 1_000;
  private static final Share SHARE = new Share(0, 2);
  private static final String OWN = key(true);
  private static final String OTHERS = key(false);

  private final Marks marks = new Marks();
  private final LookAhead table = new LookAhead(100, 100, marks::include);
  private final Rivalry rivalry = new Rivalry(flow -> SHARE);
  private final ClaimedLately claimedLately = new ClaimedLately(candidate -> false);
  private final Sightings sightings =
      new Sightings(
          table,
          marks,
          claimedLately,
          rivalry,
          flow -> !flow.type().equals("PAUSED"),
          table::offer);

  @Test
  void aloneANodeTakesInAllOfWhatWasSeenWhole() {
    take(whole(of(1, "T", OTHERS, 5, 0), of(2, "T", OTHERS, 5, 0)), null);
    take(whole(of(3, "T", OWN, 5, 0)), null);
    assertThat(table.size()).isEqualTo(3);
    assertThat(table.isHungry()).isFalse();
  }

  @Test
  void whatWasClaimedMeanwhileAndWhatMayNotRunIsLeftOut() {
    Candidate claimed = of(1, "T", OWN, 5, 0);
    claimedLately.add(List.of(claimed), READ);
    take(whole(claimed), null);
    take(whole(of(2, "PAUSED", OWN, 5, 0)), null);
    assertThat(table.flowCount()).isZero();
  }

  @Test
  void whereThereIsLittleRoomTheFirstThatIsNotBeingClaimedIsTakenIn() {
    IntStream.range(0, 80).forEach(i -> table.offer(of(100 + i, "T", "k" + i, 5, i)));
    Candidate claimed = of(1, "T", OWN, 5, 0);
    Candidate next = of(2, "T", OWN, 5, 1);
    claimedLately.add(List.of(claimed), READ);
    take(whole(claimed, next, of(3, "T", OWN, 5, 2)), null);
    assertThat(table.sizeOf(flow(OWN))).isEqualTo(1);
    assertThat(table.knows(next)).isTrue();
    table.remove(next);
    assertThat(table.hungry(10)).as("the rest is in the store").contains(flow(OWN));
  }

  @Test
  void amongManyNodesAShortFlowIsTakenInByItsOwn() {
    take(whole(of(1, "T", OTHERS, 5, 0)), divided());
    assertThat(table.flowCount()).isZero();
    take(whole(of(2, "T", OWN, 5, 0)), divided());
    assertThat(table.sizeOf(flow(OWN))).isEqualTo(1);
  }

  @Test
  void ofAFewLongFlowsEachNodePullsItsShare() {
    for (String key : List.of(OWN, OTHERS)) {
      take(beginning(of(1, "T", key, 5, 0)), divided());
      assertThat(table.sizeOf(flow(key))).isZero();
      assertThat(table.hungry(10)).contains(flow(key));
      assertThat(table.isReadWhole(flow(key))).isFalse();
    }
  }

  @Test
  void ofManyLongFlowsEachNodePullsItsOwnWhole() {
    take(beginning(of(1, "T", OTHERS, 5, 0)), divided(64, false));
    assertThat(table.flowCount()).isZero();
    take(beginning(of(2, "T", OWN, 5, 0)), divided(64, false));
    assertThat(table.hungry(10)).containsExactly(flow(OWN));
    assertThat(table.isReadWhole(flow(OWN))).isTrue();
    take(beginning(of(2, "T", OWN, 5, 0)), divided(1, false));
    assertThat(table.isReadWhole(flow(OWN))).as("since they are few").isFalse();
  }

  @Test
  void whoHelpsTakesInWhatItSeesAndPullsAShareOfTheRest() {
    Candidate head = of(1, "T", OTHERS, 5, 0);
    take(beginning(head), divided(64, true));
    assertThat(table.knows(head)).isTrue();
    assertThat(table.hungry(10)).contains(flow(OTHERS));
    assertThat(table.isReadWhole(flow(OTHERS))).isFalse();
  }

  @Test
  void whatIsMoreUrgentThanAllThatANodeHasIsTakenInByIt() {
    Candidate urgent = of(1, "T", OTHERS, 4, 0);
    take(whole(urgent), divided());
    assertThat(table.knows(urgent)).isTrue();
  }

  @Test
  void anOwnFlowThatFindsNoRoomIsPulledWholeSinceNobodyElseReadsIt() {
    IntStream.range(0, 80).forEach(i -> table.offer(of(100 + i, "T", "k" + i, 5, i)));
    Candidate head = of(1, "T", OWN, 5, 0);
    take(whole(head, of(2, "T", OWN, 5, 0)), divided());
    assertThat(table.sizeOf(flow(OWN))).isEqualTo(1);
    table.remove(head);
    assertThat(table.hungry(10)).contains(flow(OWN));
    assertThat(table.isReadWhole(flow(OWN))).isTrue();
  }

  @Test
  void whatIsKnownBehindAKnownHeadIsNotReadAgain() {
    Candidate head = of(1, "T", OWN, 5, 0);
    Candidate last = of(2, "T", OWN, 5, 0);
    List.of(head, last).forEach(table::offer);
    marks.begin(head);
    PullRequest asked = marks.pull(flow(OWN), Share.WHOLE);
    Instant later = head.arrivedAt().plusSeconds(60);
    marks.pulled(new Pull.Reading(asked, List.of(head, last), true), later);
    take(beginning(head), null);
    assertThat(marks.pull(flow(OWN), Share.WHOLE).from()).containsEntry(5, Place.of(last));
    assertThat(table.hungry(10)).as("there may be more behind").contains(flow(OWN));
    take(beginning(of(3, "T", OWN, 5, 0)), null);
    assertThat(marks.pull(flow(OWN), Share.WHOLE).from().get(5)).isLessThan(Place.of(head));
  }

  private void take(Sighting seen, @Nullable Division division) {
    sightings.takeIn(seen, division);
  }

  private static Sighting beginning(Candidate head) {
    return Sighting.ofHead(head, READ);
  }

  private static Sighting whole(Candidate... ready) {
    return new Sighting(List.of(ready), false, READ);
  }

  private static Division divided() {
    return divided(1, false);
  }

  private static Division divided(int flows, boolean helps) {
    return new Division(flows, helps, of(99, "T", "", 5, 0));
  }

  private static Flow flow(String key) {
    return new Flow("T", key);
  }

  private static String key(boolean own) {
    return IntStream.range(0, 100)
        .mapToObj(i -> "key" + i)
        .filter(key -> isOwn(whole(of(1, "T", key, 5, 0))) == own)
        .findFirst()
        .orElseThrow();
  }

  private static boolean isOwn(Sighting seen) {
    return divided().of(seen, SHARE) == Division.Part.ALL;
  }
}
