package dev.baton.engine.dispatch;

import static dev.baton.engine.dispatch.Candidates.of;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import dev.baton.task.KeyedFlows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When flows that are too many for the look-ahead table are pulled as one. */
final class ManyFlowsTest {
  private static final KeyedFlows MANY = new KeyedFlows("T");

  private final AtomicLong nanos = new AtomicLong(5);
  private final List<KeyedFlows> begun = new ArrayList<>();

  /** Room for five full flows. */
  private final LookAhead table =
      new LookAhead(20, 100, new ManyFlows(5, 10, nanos::get, begun::add), left -> {});

  @Test
  void flowsAreManyWhenTheTableHasNoRoomForThem() {
    beHungry(5);
    assertThat(table.hungry(10)).hasSize(5);
    assertThat(table.readsAsOne()).isFalse();
    beHungry(6);
    assertThat(table.hungryMany()).containsExactly(MANY);
    assertThat(table.hungry(10)).isEmpty();
    assertThat(table.isReadAsOne(key(3))).isTrue();
    assertThat(table.isReadAsOne(new Flow("T", ""))).isFalse();
    assertThat(table.isReadAsOne(new Flow("U", "k3"))).isFalse();
    assertThat(table.flowCount()).as("nothing is remembered of them").isZero();
  }

  @Test
  void flowsThatAreFullOrRefusedAreNotTooMany() {
    for (int i = 0; i < 8; i++) {
      Candidate candidate = of(i, "T", "k" + i, 5, i);
      table.offer(candidate);
      table.refuseFlow(candidate);
      table.mayHaveMore(candidate.flow());
    }
    assertThat(table.readsAsOne()).isFalse();
  }

  @Test
  void whereTheStoreCannotFlowsArePulledOneByOne() {
    LookAhead plain = new LookAhead(20, 100, ManyFlows.none(), left -> {});
    IntStream.range(0, 50).forEach(i -> plain.mayHaveMore(key(i)));
    assertThat(plain.hungry(100)).hasSize(50);
    assertThat(plain.hungryMany()).isEmpty();
  }

  @Test
  void theyAreReadOnWhenTheirOpenCandidatesAreFew() {
    beHungry(6);
    table.pulling(MANY);
    assertThat(table.isHungry()).isFalse();
    IntStream.range(0, 11).forEach(i -> table.offer(of(i, "T", "k" + i, 5, i)));
    table.pulled(MANY, true);
    assertThat(table.isHungry()).isFalse();
    table.refuseFlow(of(3, "T", "k3", 5, 3));
    assertThat(table.hungryMany()).as("ten may run").containsExactly(MANY);
    table.allowAll();
    assertThat(table.hungryMany()).isEmpty();
    table.remove(of(7, "T", "k7", 5, 7));
    assertThat(table.isHungry()).isTrue();
    assertThat(table.hungryMany()).containsExactly(MANY);
    table.refuseType(of(4, "T", "k4", 5, 4));
    assertThat(table.isHungry()).as("none of them may run").isFalse();
  }

  @Test
  void aFlowWhoseTasksFoundNoRoomIsPulledByItself() {
    beHungry(6);
    table.pulling(MANY);
    IntStream.range(0, 21).forEach(i -> table.offer(of(i, "T", "k1", 5, i)));
    table.pulled(MANY, true);
    assertThat(table.hungry(10)).as("it is full").isEmpty();
    IntStream.range(0, 20).forEach(i -> table.remove(of(i, "T", "k1", 5, i)));
    assertThat(table.hungry(10)).containsExactly(key(1));
    table.pulling(MANY);
    table.pulled(MANY, false);
    assertThat(table.hungry(10)).as("whatever the others have").containsExactly(key(1));
  }

  @Test
  void whereTheTableIsNearlyFullTheyAreLookedAtOneByOne() {
    beHungry(6);
    IntStream.range(0, 75).forEach(i -> table.offer(of(i, "U", "k" + i % 5, 5, i)));
    assertThat(table.hungryMany()).isEmpty();
    assertThat(table.isReadAsOne(key(1))).isFalse();
    table.mayHaveMore(key(1));
    assertThat(table.hungry(10)).containsExactly(key(1));
    table.remove(of(3, "U", "k3", 5, 3));
    assertThat(table.isReadAsOne(key(1))).isTrue();
    assertThat(table.hungryMany()).containsExactly(MANY);
  }

  @Test
  void onceNothingIsLeftTheyAreReadOneByOneAgain() {
    beHungry(6);
    table.pulling(MANY);
    table.mayHaveMore(MANY);
    table.pulled(MANY, false);
    assertThat(table.hungryMany()).as("more was heard of meanwhile").containsExactly(MANY);
    table.pulling(MANY);
    table.pulled(MANY, false);
    assertThat(table.readsAsOne()).isFalse();
    assertThat(table.isHungry()).isFalse();
    table.mayHaveMore(key(1));
    assertThat(table.hungry(10)).containsExactly(key(1));
  }

  @Test
  void whereMostOfWhatIsReadIsOfNoUseTheyAreReadOneByOneForAWhile() {
    beHungry(6);
    table.pulling(MANY);
    table.giveUp(MANY);
    table.pulled(MANY, false);
    beHungry(8);
    assertThat(table.hungryMany()).isEmpty();
    assertThat(table.hungry(10)).hasSize(8);
    nanos.addAndGet(Duration.ofSeconds(11).toNanos());
    beHungry(1);
    assertThat(table.hungryMany()).containsExactly(MANY);
    assertThat(table.hungry(10)).isEmpty();
    assertThat(begun).as("from the beginning, each time").containsExactly(MANY, MANY);
  }

  @Test
  void manyThatArePulledByThemselvesBesideItAreReadWithAllFromTheBeginning() {
    beHungry(6);
    table.pulling(MANY);
    table.pulled(MANY, true);
    beHungry(5);
    assertThat(table.hungry(10)).hasSize(5);
    beHungry(6);
    assertThat(table.hungry(10)).isEmpty();
    assertThat(begun).hasSize(2);
  }

  @Test
  void typesArePulledByTurns() {
    KeyedFlows others = new KeyedFlows("U");
    beHungry(6);
    IntStream.range(0, 6).forEach(i -> table.mayHaveMore(new Flow("U", "k" + i)));
    assertThat(table.hungryMany()).containsExactly(MANY);
    table.pulling(MANY);
    table.pulled(MANY, true);
    assertThat(table.hungryMany()).containsExactly(others);
    table.pulling(others);
    table.pulled(others, true);
    assertThat(table.hungryMany()).containsExactly(MANY);
  }

  @Test
  void whatIsToGoFirstIsReadAtOnce() {
    beHungry(6);
    table.pulling(MANY);
    IntStream.range(0, 40).forEach(i -> table.offer(of(i, "T", "k" + i, 5, i)));
    table.pulled(MANY, true);
    table.mayHaveMore(MANY);
    assertThat(table.isHungry()).isFalse();
    table.hasBehind(MANY);
    assertThat(table.hungryMany()).containsExactly(MANY);
  }

  @Test
  void aTypeThatIsForgottenIsNotReadAndOneOfItsKeysChangesNothing() {
    beHungry(6);
    table.drop(key(3)::equals);
    assertThat(table.hungryMany()).containsExactly(MANY);
    table.drop(source -> source.type().equals("T"));
    assertThat(table.readsAsOne()).isFalse();
    assertThat(table.isHungry()).isFalse();
  }

  private void beHungry(int flows) {
    IntStream.range(0, flows).forEach(i -> table.mayHaveMore(key(i)));
  }

  private static Flow key(int number) {
    return new Flow("T", "k" + number);
  }
}
