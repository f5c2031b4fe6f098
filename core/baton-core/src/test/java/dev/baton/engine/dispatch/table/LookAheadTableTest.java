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

/** Tests which candidate is next, and what the table remembers about candidates without room. */
final class LookAheadTableTest {
  private final List<Candidate> left = new ArrayList<>();
  private final LookAheadTable table =
      new LookAheadTable(4, 10, UnaryOperator.identity(), type -> null, left::add);

  @Test
  void mostUrgentThenOldestIsNextForAllTypes() {
    Candidate late = of(1, "AAA", "", 5, 20);
    Candidate early = of(2, "ZZZ", "", 5, 10);
    Candidate urgent = of(3, "MMM", "", 0, 30);
    offer(late, early, urgent);
    assertThat(drain()).containsExactly(urgent, early, late);
  }

  @Test
  void flowIsBounded() {
    for (int i = 0; i < 4; i++) {
      assertThat(table.offer(of(i, "T", "", 5, i))).isEqualTo(Offer.TAKEN);
    }
    assertThat(table.offer(of(9, "T", "", 5, 9))).isEqualTo(Offer.FULL);
    assertThat(table.size()).isEqualTo(4);
    assertThat(table.offer(of(10, "T", "k", 5, 9))).isEqualTo(Offer.TAKEN);
  }

  @Test
  void candidateWithoutRoomIsReported() {
    for (int i = 0; i < 4; i++) {
      offer(of(i, "T", "", 5, i));
    }
    assertThat(left).isEmpty();
    table.offer(of(9, "T", "", 5, 9));
    assertThat(left).containsExactly(of(9, "T", "", 5, 9));
    table.offer(of(10, "T", "", 0, 10));
    assertThat(left).containsExactly(of(9, "T", "", 5, 9), of(3, "T", "", 5, 3));
  }

  @Test
  void fullTableTakesHeadOfFlowAndForgetsTheLast() {
    for (int i = 0; i < 10; i++) {
      assertThat(table.offer(of(i, "T", "k" + i, 5, i))).isEqualTo(Offer.TAKEN);
    }
    assertThat(table.offer(of(20, "T", "k1", 5, 20))).isEqualTo(Offer.FULL);
    assertThat(left).containsExactly(of(20, "T", "k1", 5, 20));
    assertThat(table.offer(of(21, "T", "new", 5, 21))).isEqualTo(Offer.PUSHED_IN);
    assertThat(left).hasSize(6).contains(of(9, "T", "k9", 5, 9), of(5, "T", "k5", 5, 5));
    assertThat(table.flowCount()).as("empty flows are forgotten").isEqualTo(6);
    assertThat(drain())
        .extracting(one -> one.flow().key())
        .containsExactly("k0", "k1", "k2", "k3", "k4", "new");
  }

  @Test
  void longestFlowGivesWay() {
    for (int i = 0; i < 9; i++) {
      offer(of(i, "MANY", "k" + i, 0, i));
    }
    Candidate late = of(20, "FEW", "", 9, 20);
    offer(late);
    table.offer(of(21, "MANY", "new", 5, 21));
    assertThat(table.knows(late)).isTrue();
    table.offer(of(22, "OTHER", "", 9, 22));
    assertThat(table.size()).isLessThanOrEqualTo(10);
    assertThat(drain()).contains(late, of(22, "OTHER", "", 9, 22));
  }

  @Test
  void refusedFlowsGiveWayToOpenFlows() {
    for (int i = 0; i < 9; i++) {
      Candidate refused = of(i, "T", "k" + i, 0, i);
      offer(refused);
      table.refuseFlow(refused);
    }
    Candidate open = of(20, "T", "open", 5, 20);
    offer(open);
    table.offer(of(21, "T", "also", 5, 21));
    assertThat(drain()).containsExactly(open, of(21, "T", "also", 5, 21));
    assertThat(table.isRefused(new Flow("T", "k8"))).as("forgotten").isFalse();
    assertThat(table.isRefused(new Flow("T", "k0"))).isTrue();
  }

  @Test
  void refusalCoversAllTypesOfTheDefinition() {
    LookAheadTable prefixed =
        new LookAheadTable(4, 1_000, type -> type.substring(0, 1), type -> null, left::add);
    for (int i = 0; i < 500; i++) {
      prefixed.offer(of(i, "P|" + i, "", 5, i));
    }
    Candidate other = of(1_000, "Q", "", 5, 1_000);
    prefixed.offer(other);
    prefixed.refuseDefinition(prefixed.peek());
    assertThat(prefixed.peek()).isEqualTo(other);
    assertThat(prefixed.isRefused(new Flow("P|new", ""))).isTrue();
    prefixed.allowDefinitions();
    assertThat(prefixed.peek()).isEqualTo(of(0, "P|0", "", 5, 0));
  }

  @Test
  void flowsWithoutCandidatesAreBounded() {
    for (int i = 0; i < 10_000; i++) {
      table.mayHaveMore(new Flow("T", "k" + i));
      Candidate refused = of(i, "T", "r" + i, 5, i);
      table.offer(refused);
      table.refuseFlow(refused);
      table.remove(refused);
      assertThat(table.flowCount()).isLessThanOrEqualTo(110);
    }
    assertThat(table.isHungry()).isTrue();
    table.drop(flow -> true);
    table.allowAll();
    assertThat(table.flowCount()).isZero();
  }

  @Test
  void aMoreUrgentCandidatePushesTheLeastUrgentOutOfAFullFlow() {
    for (int i = 0; i < 4; i++) {
      table.offer(of(i, "T", "", 5, i));
    }
    Candidate urgent = of(9, "T", "", 1, 9);
    assertThat(table.offer(urgent)).isEqualTo(Offer.TAKEN);
    assertThat(table.size()).isEqualTo(4);
    assertThat(drain()).first().isEqualTo(urgent);
    assertThat(table.hungry(10)).as("its flow").containsExactly(new Flow("T", ""));
  }

  @Test
  void knownCandidateIsTakenOnceAndNewerVersionReplacesIt() {
    assertThat(table.offer(of(1, 3, "T", "", 5, 1))).isEqualTo(Offer.TAKEN);
    assertThat(table.offer(of(1, 3, "T", "", 5, 1))).isEqualTo(Offer.KNOWN);
    assertThat(table.offer(of(1, 2, "T", "", 5, 1))).isEqualTo(Offer.KNOWN);
    Candidate newer = of(1, 4, "T", "", 2, 7);
    assertThat(table.offer(newer)).isEqualTo(Offer.TAKEN);
    assertThat(drain()).containsExactly(newer);
  }

  @Test
  void refusedFlowDoesNotBlockOthersOfItsType() {
    Candidate full = of(1, "T", "full", 5, 1);
    Candidate free = of(2, "T", "free", 5, 2);
    offer(full, free);
    table.refuseFlow(full);
    assertThat(table.isRefused(full.flow())).isTrue();
    assertThat(table.peek()).isEqualTo(free);
    table.allowKey("full");
    assertThat(table.isRefused(full.flow())).isFalse();
    assertThat(table.peek()).isEqualTo(full);
  }

  @Test
  void droppedFlowsAreForgottenInEveryState() {
    Candidate kept = of(1, "T", "kept", 5, 1);
    Candidate waiting = of(2, "T", "paused", 5, 2);
    Candidate refused = of(3, "U", "paused", 5, 3);
    offer(kept, waiting, refused);
    table.refuseFlow(refused);
    table.mayHaveMore(new Flow("V", "paused"));
    table.drop(flow -> flow.key().equals("paused"));
    assertThat(table.size()).isEqualTo(1);
    assertThat(table.hungry(10)).isEmpty();
    assertThat(drain()).containsExactly(kept);
    table.allowAll();
    assertThat(table.flowCount()).isZero();
    assertThat(table.offer(waiting)).isEqualTo(Offer.TAKEN);
    assertThat(table.offer(refused)).isEqualTo(Offer.TAKEN);
    assertThat(drain()).containsExactly(waiting, refused);
  }

  @Test
  void freedKeyIsTriedAgainInEveryType() {
    Candidate one = of(1, "ONE", "k", 5, 1);
    Candidate two = of(2, "TWO", "k", 5, 2);
    offer(one, two);
    table.refuseFlow(one);
    table.refuseFlow(two);
    assertThat(table.hasOpen()).isFalse();
    table.allowKey("other");
    assertThat(table.hasOpen()).isFalse();
    table.allowKey("k");
    assertThat(drain()).containsExactly(one, two);
  }

  @Test
  void refusedTypeReopensOnlyForMoreUrgentCandidates() {
    Candidate usual = of(1, "T", "a", 5, 1);
    offer(usual);
    table.refuseDefinition(usual);
    assertThat(table.peek()).isNull();
    offer(of(2, "T", "b", 5, 2), of(3, "T", "b", 7, 3));
    assertThat(table.peek()).isNull();
    Candidate urgent = of(4, "T", "b", 1, 4);
    offer(urgent);
    assertThat(table.peek()).isEqualTo(urgent);
    table.refuseDefinition(urgent);
    assertThat(table.peek()).isNull();
    table.allowDefinitions();
    assertThat(table.peek()).isEqualTo(urgent);
  }

  @Test
  void refusedFlowReopensOnlyForMoreUrgentCandidates() {
    Candidate usual = of(1, "T", "k", 5, 1);
    offer(usual);
    table.refuseFlow(usual);
    Candidate urgent = of(2, "T", "k", 4, 2);
    offer(urgent);
    assertThat(table.peek()).isEqualTo(urgent);
    table.remove(urgent);
    assertThat(table.peek()).isNull();
    table.allowAll();
    assertThat(table.peek()).isEqualTo(usual);
  }

  @Test
  void emptyFlowsAreForgotten() {
    Candidate one = of(1, "T", "k", 5, 1);
    offer(one);
    table.refuseFlow(one);
    table.remove(one);
    assertThat(table.flowCount()).as("still refused").isEqualTo(1);
    table.allowKey("k");
    assertThat(table.flowCount()).isZero();
    table.mayHaveMore(one.flow());
    table.fetching(one.flow());
    table.fetched(one.flow(), false);
    assertThat(table.flowCount()).isZero();
  }

  @Test
  void tenThousandFlowsAreServedInArrivalOrder() {
    LookAheadTable wide =
        new LookAheadTable(400, 50_000, UnaryOperator.identity(), type -> null, left -> {});
    int flows = 10_000;
    for (int i = 0; i < flows; i++) {
      wide.offer(of(i, "T", "k" + i, 5, flows - i));
    }
    for (int i = flows - 1; i >= 0; i--) {
      Candidate next = wide.peek();
      assertThat(next.flow().key()).isEqualTo("k" + i);
      wide.remove(next);
    }
    assertThat(wide.flowCount()).isZero();
    assertThat(wide.hasOpen()).isFalse();
  }

  private void offer(Candidate... candidates) {
    for (Candidate candidate : candidates) {
      assertThat(table.offer(candidate)).isEqualTo(Offer.TAKEN);
    }
  }

  private List<Candidate> drain() {
    List<Candidate> order = new ArrayList<>();
    for (Candidate next = table.peek(); next != null; next = table.peek()) {
      order.add(next);
      table.remove(next);
    }
    return order;
  }
}
