package dev.baton.engine.dispatch;

import static dev.baton.engine.dispatch.Candidates.of;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.TaskStore.Share;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class MarksTest {
  private static final Flow FLOW = new Flow("T", "k");

  private final Marks marks = new Marks();

  @Test
  void aFlowNobodyKnowsIsPulledFromItsBeginning() {
    assertThat(marks.pull(FLOW, Share.WHOLE).notBefore()).isEmpty();
  }

  @Test
  void aPullBeginsShortlyBeforeTheFirstOfEachPriorityThatThePullBeforeAnswered() {
    Candidate urgent = of(1, "T", "k", 0, 50);
    Candidate usual = of(3, "T", "k", 5, 20);
    marks.pulled(List.of(urgent, of(2, "T", "k", 0, 60), usual, of(4, "T", "k", 5, 21)));
    assertThat(marks.pull(FLOW, Share.WHOLE).notBefore()).containsOnlyKeys(0, 5);
    assertThat(mark(0)).isBetween(urgent.arrivedAt().minusSeconds(1), urgent.arrivedAt());
    assertThat(mark(5)).isBetween(usual.arrivedAt().minusSeconds(1), usual.arrivedAt());
    assertThat(marks.pull(new Flow("T", "other"), Share.WHOLE).notBefore()).isEmpty();
  }

  @Test
  void aFlowThatIsMetForTheFirstTimeIsReadAsAWhole() {
    marks.begin(of(1, "T", "k", 5, 50));
    assertThat(marks.pull(FLOW, Share.WHOLE).notBefore()).isEmpty();
    marks.begin(of(2, "T", "k", 5, 60));
    assertThat(marks.pull(FLOW, Share.WHOLE).notBefore()).containsOnlyKeys(5);
  }

  @Test
  void theTrueHeadMovesAMarkBothWays() {
    marks.pulled(List.of(of(1, "T", "k", 5, 50)));
    Candidate late = of(2, "T", "k", 5, 10);
    marks.begin(late);
    assertThat(mark(5)).isBeforeOrEqualTo(late.arrivedAt());
    Candidate next = of(3, "T", "k", 5, 70);
    marks.begin(next);
    assertThat(mark(5)).isAfter(late.arrivedAt()).isBeforeOrEqualTo(next.arrivedAt());
  }

  @Test
  void aHintThatArrivedEarlierIsNeverLeftBehindTheMark() {
    marks.pulled(List.of(of(1, "T", "k", 5, 50)));
    Candidate givenBack = of(2, "T", "k", 5, 3);
    marks.include(givenBack);
    assertThat(mark(5)).isBeforeOrEqualTo(givenBack.arrivedAt());
    marks.include(of(3, "T", "k", 5, 90));
    assertThat(mark(5)).isBeforeOrEqualTo(givenBack.arrivedAt());
  }

  @Test
  void memoryStaysBoundedWhateverTheNumberOfFlows() {
    for (int i = 0; i < 25_000; i++) {
      marks.begin(of(i, "T", "k" + i, 5, i));
      marks.begin(of(i, "T", "k" + i, 5, i));
    }
    long known =
        IntStream.range(0, 25_000)
            .filter(i -> !marks.pull(new Flow("T", "k" + i), Share.WHOLE).notBefore().isEmpty())
            .count();
    assertThat(known).isBetween(1L, 10_000L);
  }

  private Instant mark(int priority) {
    return marks.pull(FLOW, Share.WHOLE).notBefore().getOrDefault(priority, Instant.MAX);
  }
}
