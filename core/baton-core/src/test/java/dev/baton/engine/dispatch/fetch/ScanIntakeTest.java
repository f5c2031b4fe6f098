package dev.baton.engine.dispatch.fetch;

import static dev.baton.engine.dispatch.table.Candidates.of;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.engine.dispatch.fetch.FlowScanner.ScannedFlow;
import dev.baton.engine.dispatch.table.LookAheadTable;
import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.ReadyTasks.ReadyPlace;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests which scanned tasks this node takes in, and which it leaves to other nodes. */
final class ScanIntakeTest {
  private static final long READ = 1_000;
  private static final String KEY = "k";

  private final FetchCursors cursors = new FetchCursors();
  private final LookAheadTable table =
      new LookAheadTable(100, 100, UnaryOperator.identity(), type -> null, cursors::include);
  private final Set<Candidate> left = new HashSet<>();
  private final ScanIntake scanIntake =
      new ScanIntake(table, cursors, new RecentClaims(), left::contains, table::offer);

  @Test
  void singleNodeTakesAllOfCompleteFlows() {
    take(whole(of(1, "T", KEY, 5, 0), of(2, "T", KEY, 5, 0)));
    take(whole(of(3, "T", KEY, 5, 0)));
    assertThat(table.size()).isEqualTo(3);
    assertThat(table.isHungry()).isFalse();
  }

  @Test
  void candidatesOfOtherNodesAreNotTaken() {
    Candidate others = of(1, "T", KEY, 5, 0);
    left.add(others);
    take(whole(others));
    assertThat(table.size()).isZero();
  }

  @Test
  void withLittleRoomTheFirstOwnCandidateIsTaken() {
    IntStream.range(0, 80).forEach(i -> table.offer(of(100 + i, "T", "k" + i, 5, i)));
    Candidate others = of(1, "T", KEY, 5, 0);
    Candidate next = of(2, "T", KEY, 5, 1);
    left.add(others);
    take(whole(others, next, of(3, "T", KEY, 5, 2)));
    assertThat(table.sizeOf(flow(KEY))).isEqualTo(1);
    assertThat(table.knows(next)).isTrue();
    table.remove(next);
    assertThat(table.hungry(10)).as("the store has the rest").contains(flow(KEY));
  }

  @Test
  void knownCandidatesBehindKnownHeadAreNotReadAgain() {
    Candidate head = of(1, "T", KEY, 5, 0);
    Candidate last = of(2, "T", KEY, 5, 0);
    List.of(head, last).forEach(table::offer);
    cursors.begin(head);
    FetchRequest asked = cursors.fetch(flow(KEY), Share.WHOLE);
    Instant later = head.arrivedAt().plusSeconds(60);
    cursors.fetched(asked, List.of(head, last), later);
    take(beginning(head));
    assertThat(cursors.fetch(flow(KEY), Share.WHOLE).from()).containsEntry(5, ReadyPlace.of(last));
    assertThat(table.hungry(10)).as("the flow may have more").contains(flow(KEY));
    take(beginning(of(3, "T", KEY, 5, 0)));
    assertThat(cursors.fetch(flow(KEY), Share.WHOLE).from().get(5)).isLessThan(ReadyPlace.of(head));
  }

  private void take(ScannedFlow seen) {
    scanIntake.takeIn(seen);
  }

  private static ScannedFlow beginning(Candidate head) {
    return new ScannedFlow(List.of(head), true, READ);
  }

  private static ScannedFlow whole(Candidate... ready) {
    return new ScannedFlow(List.of(ready), false, READ);
  }

  private static Flow flow(String key) {
    return new Flow("T", key);
  }
}
