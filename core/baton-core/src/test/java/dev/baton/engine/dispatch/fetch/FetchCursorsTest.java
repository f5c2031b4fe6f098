package dev.baton.engine.dispatch.fetch;

import static dev.baton.engine.dispatch.table.Candidates.of;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.ReadyTasks.ReadyPlace;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FetchCursorsTest {
  private static final Flow FLOW = new Flow("T", "k");
  private static final Instant LATER = of(0, "T", "k", 0, 1_000).arrivedAt();

  private final FetchCursors cursors = new FetchCursors();

  @Test
  void unknownFlowIsFetchedFromItsBeginning() {
    assertThat(cursors.fetch(FLOW, Share.WHOLE).from()).isEmpty();
  }

  @Test
  void fetchContinuesAfterTheLastCandidateOfEachPriority() {
    Candidate urgent = of(2, "T", "k", 0, 60);
    Candidate usual = of(4, "T", "k", 5, 21);
    fetched(of(1, "T", "k", 0, 50), urgent, of(3, "T", "k", 5, 20), usual);
    assertThat(cursors.fetch(FLOW, Share.WHOLE).from())
        .containsOnly(entry(0, ReadyPlace.of(urgent)), entry(5, ReadyPlace.of(usual)));
    assertThat(cursors.fetch(new Flow("T", "other"), Share.WHOLE).from()).isEmpty();
  }

  @Test
  void recentArrivalsAreReadAgainBecauseEarlierOnesMayCommitLater() {
    Candidate last = of(2, "T", "k", 5, 20);
    FetchRequest asked = cursors.fetch(FLOW, Share.WHOLE);
    List<Candidate> ready = List.of(of(1, "T", "k", 5, 10), last);
    cursors.fetched(asked, ready, last.arrivedAt().plusMillis(20));
    assertThat(cursor(5)).isBetween(last.arrivedAt().minusSeconds(1), last.arrivedAt());
  }

  @Test
  void shareContinuesUntilTheShareChanges() {
    Candidate first = of(1, "T", "k", 5, 10);
    Candidate last = of(2, "T", "k", 5, 20);
    Share mine = new Share(1, 3);
    FetchRequest asked = cursors.fetch(FLOW, mine);
    cursors.fetched(asked, List.of(first, last), LATER);
    assertThat(cursors.fetch(FLOW, mine).from()).containsEntry(5, ReadyPlace.of(last));
    assertThat(cursors.fetch(FLOW, Share.WHOLE).from()).isEmpty();
    assertThat(cursors.fetch(FLOW, new Share(1, 2)).from()).isEmpty();
    assertThat(cursors.fetch(FLOW, mine).from()).isEmpty();
  }

  @Test
  void newShareContinuesFromTheFullRead() {
    Candidate last = of(2, "T", "k", 5, 20);
    fetched(of(1, "T", "k", 5, 10), last);
    assertThat(cursors.fetch(FLOW, new Share(0, 2)).from()).containsEntry(5, ReadyPlace.of(last));
  }

  @Test
  void forgottenFlowsAreReadFromTheirBeginning() {
    fetched(of(1, "T", "k", 5, 10));
    cursors.forget(FLOW::equals);
    assertThat(cursors.fetch(FLOW, Share.WHOLE).from()).isEmpty();
  }

  @Test
  void newFlowIsReadWhole() {
    cursors.begin(of(1, "T", "k", 5, 50));
    assertThat(cursors.fetch(FLOW, Share.WHOLE).from()).isEmpty();
    cursors.begin(of(2, "T", "k", 5, 60));
    assertThat(cursors.fetch(FLOW, Share.WHOLE).from()).containsOnlyKeys(5);
  }

  @Test
  void knownHeadMovesCursorOnlyForward() {
    fetched(of(1, "T", "k", 5, 50));
    cursors.skipTo(of(2, "T", "k", 5, 10));
    assertThat(cursor(5)).isEqualTo(of(1, "T", "k", 5, 50).arrivedAt());
    Candidate next = of(3, "T", "k", 5, 5_000);
    cursors.skipTo(next);
    assertThat(cursor(5)).isBetween(next.arrivedAt().minusSeconds(1), next.arrivedAt());
  }

  @Test
  void trueHeadMovesCursorBothWays() {
    fetched(of(1, "T", "k", 5, 50));
    Candidate late = of(2, "T", "k", 5, 10);
    cursors.begin(late);
    assertThat(cursor(5)).isBeforeOrEqualTo(late.arrivedAt());
    Candidate next = of(3, "T", "k", 5, 70);
    cursors.begin(next);
    assertThat(cursor(5)).isAfter(late.arrivedAt()).isBeforeOrEqualTo(next.arrivedAt());
  }

  @Test
  void cursorMovesBackForEarlierHint() {
    fetched(of(1, "T", "k", 5, 50));
    Candidate givenBack = of(2, "T", "k", 5, 3);
    cursors.include(givenBack);
    assertThat(cursor(5)).isBeforeOrEqualTo(givenBack.arrivedAt());
    cursors.include(of(3, "T", "k", 5, 90));
    assertThat(cursor(5)).isBeforeOrEqualTo(givenBack.arrivedAt());
  }

  @Test
  void memoryIsBoundedForAnyNumberOfFlows() {
    for (int i = 0; i < 25_000; i++) {
      cursors.begin(of(i, "T", "k" + i, 5, i));
      cursors.begin(of(i, "T", "k" + i, 5, i));
    }
    long known =
        IntStream.range(0, 25_000)
            .filter(i -> !cursors.fetch(new Flow("T", "k" + i), Share.WHOLE).from().isEmpty())
            .count();
    assertThat(known).isBetween(1L, 10_000L);
  }

  private void fetched(Candidate... ready) {
    FetchRequest asked = cursors.fetch(FLOW, Share.WHOLE);
    cursors.fetched(asked, List.of(ready), LATER);
  }

  private Instant cursor(int priority) {
    ReadyPlace place = cursors.fetch(FLOW, Share.WHOLE).from().get(priority);
    return place == null ? Instant.MAX : place.arrivedAt();
  }
}
