package dev.baton.engine.dispatch.table;

import static dev.baton.engine.dispatch.table.Candidates.of;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.engine.dispatch.table.LookAheadTable.Offer;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Tests for which flows the table asks for more tasks. */
final class LookAheadHungerTest {
  private final List<Candidate> left = new ArrayList<>();
  private final LookAheadTable table =
      new LookAheadTable(4, 10, UnaryOperator.identity(), type -> null, left::add);

  @Test
  void flowWithMoreInTheStoreIsHungryWhenItRunsLow() {
    Flow flow = new Flow("T", "");
    table.mayHaveMore(flow);
    assertThat(table.hungry(10)).containsExactly(flow);
    table.fetching(flow);
    assertThat(table.hungry(10)).isEmpty();
    for (int i = 0; i < 4; i++) {
      table.offer(of(i, "T", "", 5, i));
    }
    table.fetched(flow, true);
    assertThat(table.hungry(10)).isEmpty();
    table.remove(of(0, "T", "", 5, 0));
    assertThat(table.hungry(10)).isEmpty();
    table.remove(of(1, "T", "", 5, 1));
    assertThat(table.hungry(10)).containsExactly(flow);
    table.fetching(flow);
    table.fetched(flow, false);
    assertThat(table.hungry(10)).isEmpty();
  }

  @Test
  void fetchSizeShrinksOnlyWithManyFlows() {
    LookAheadTable roomy =
        new LookAheadTable(40, 1_000, UnaryOperator.identity(), type -> null, left::add);
    for (int i = 0; i < 30; i++) {
      roomy.mayHaveMore(new Flow("T", "k" + i));
      assertThat(roomy.portion()).isGreaterThanOrEqualTo(40);
    }
    for (int i = 30; i < 100; i++) {
      roomy.mayHaveMore(new Flow("T", "k" + i));
    }
    assertThat(roomy.portion()).as("one and a half tables, divided by the flows").isEqualTo(15);
    for (int i = 1; i < 100; i++) {
      roomy.fetching(new Flow("T", "k" + i));
      roomy.fetched(new Flow("T", "k" + i), false);
    }
    assertThat(roomy.portion()).as("only one flow has more").isGreaterThanOrEqualTo(40);
    roomy.drop(flow -> true);
    roomy.mayHaveMore(new Flow("T", "again"));
    assertThat(roomy.portion()).isGreaterThanOrEqualTo(40);
  }

  @Test
  void oneOfManyFlowsIsHungryAtAnEighthOfItsPortion() {
    LookAheadTable many =
        new LookAheadTable(40, 1_000, UnaryOperator.identity(), type -> null, left::add);
    for (int i = 0; i < 50; i++) {
      many.mayHaveMore(new Flow("T", "k" + i));
    }
    Flow flow = new Flow("T", "k7");
    many.fetching(flow);
    for (int i = 0; i < 5; i++) {
      many.offer(of(i, "T", "k7", 5, i));
    }
    many.fetched(flow, true);
    assertThat(many.hungry(100)).doesNotContain(flow).hasSize(49);
    many.remove(of(0, "T", "k7", 5, 0));
    assertThat(many.hungry(100)).contains(flow);
  }

  @Test
  void withLittleRoomOnlyEmptyFlowsAreHungry() {
    Candidate one = of(1, "T", "k1", 5, 1);
    offer(one);
    table.mayHaveMore(one.flow());
    assertThat(table.hungry(10)).containsExactly(one.flow());
    for (int i = 2; i <= 8; i++) {
      offer(of(i, "T", "k" + i, 5, i));
    }
    Flow empty = new Flow("T", "empty");
    table.mayHaveMore(empty);
    assertThat(table.hungry(10)).containsExactly(empty);
    table.remove(one);
    assertThat(table.hungry(10)).containsExactly(empty, one.flow());
  }

  @Test
  void reportOfMoreDuringFetchIsKept() {
    Flow flow = new Flow("T", "");
    table.mayHaveMore(flow);
    table.fetching(flow);
    table.mayHaveMore(flow);
    table.fetched(flow, false);
    assertThat(table.hungry(10)).containsExactly(flow);
  }

  @Test
  void refusedFlowIsHungryOnlyWithoutKnownHead() {
    Candidate first = of(1, "T", "k", 5, 1);
    offer(first);
    table.refuseFlow(first);
    table.mayHaveMore(first.flow());
    assertThat(table.hungry(10)).isEmpty();
    table.remove(first);
    assertThat(table.hungry(10)).containsExactly(first.flow());
  }

  @Test
  void hungryFlowsAreAtMostTheRequestedNumber() {
    for (int i = 0; i < 20; i++) {
      table.mayHaveMore(new Flow("T", "k" + i));
    }
    assertThat(table.hungry(7)).hasSize(7);
  }

  @Test
  void flowsWithEarliestHeadsAreFetchedFirst() {
    LookAheadTable wide =
        new LookAheadTable(4, 100, UnaryOperator.identity(), type -> null, left -> {});
    for (int i = 0; i < 20; i++) {
      wide.head(of(i, "T", "k" + i, i == 13 ? 0 : 5, 100 - i));
    }
    Flow unknown = new Flow("Z", "z");
    wide.mayHaveMore(unknown);
    assertThat(wide.hungry(4))
        .containsExactly(unknown, new Flow("T", "k13"), new Flow("T", "k19"), new Flow("T", "k18"));
  }

  @Test
  void unknownHeadMakesFullOrRefusedFlowHungry() {
    for (int i = 0; i < 4; i++) {
      offer(of(i, "T", "k", 5, i));
    }
    Candidate known = of(0, "T", "k", 5, 0);
    table.refuseFlow(known);
    table.head(known);
    assertThat(table.hungry(10)).isEmpty();
    table.head(of(9, "T", "k", 1, 9));
    assertThat(table.hungry(10)).containsExactly(known.flow());
    assertThat(table.peek()).isEqualTo(of(9, "T", "k", 1, 9));
    table.fetching(known.flow());
    assertThat(table.hungry(10)).isEmpty();
  }

  @Test
  void laterHeadDoesNotMakeWellFilledFlowHungry() {
    for (int i = 0; i < 3; i++) {
      offer(of(i, "T", "k", 5, i));
    }
    table.head(of(3, "T", "k", 5, 3));
    assertThat(table.hungry(10)).isEmpty();
    assertThat(table.sizeOf(new Flow("T", "k"))).isEqualTo(4);
  }

  private void offer(Candidate... candidates) {
    for (Candidate candidate : candidates) {
      assertThat(table.offer(candidate)).isEqualTo(Offer.TAKEN);
    }
  }
}
