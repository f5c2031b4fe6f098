package dev.baton.tck.contract.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.AddResult;
import dev.baton.tck.contract.CoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract for the owner of a key. */
public interface KeyContract extends CoreFixture {

  @Test
  default void aTakenKeyNamesTheTaskThatHasIt() throws Exception {
    TaskDraft first = TaskDraft.ready("T").uniqueBy("k");
    TaskDraft second = TaskDraft.ready("T").uniqueBy("k");
    assertThat(given().add(first)).isEqualTo(new AddResult.Added(first.id()));
    assertThat(given().add(second)).isEqualTo(new AddResult.AlreadyExists(first.id()));
    assertThat(store().find(second.id())).isEmpty();
  }

  @Test
  default void aTakenIdNamesItself() throws Exception {
    TaskDraft draft = TaskDraft.ready("T").uniqueById();
    given().added(draft);
    assertThat(given().add(draft)).isEqualTo(new AddResult.AlreadyExists(draft.id()));
    TaskDraft otherType = TaskDraft.ready("OTHER").withId(draft.id()).uniqueById();
    assertThat(given().add(otherType)).isEqualTo(new AddResult.AlreadyExists(draft.id()));
    assertThat(given().find(draft.id()).spec().type()).isEqualTo("T");
  }

  @Test
  default void keysOfDifferentTypesDoNotMeet() throws Exception {
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")).wasAdded()).isTrue();
    assertThat(given().add(TaskDraft.ready("U").uniqueBy("k")).wasAdded()).isTrue();
  }

  @Test
  default void keysThatDifferInCaseOrAccentDoNotMeet() throws Exception {
    for (String key : List.of("a", "A", "ä", "Ä", "ss", "ß", "é", "e\u0301")) {
      assertThat(given().add(TaskDraft.ready("T").uniqueBy(key)).wasAdded()).as(key).isTrue();
      assertThat(given().add(TaskDraft.ready("T").uniqueBy(key)).wasAdded()).as(key).isFalse();
    }
    assertThat(given().add(TaskDraft.ready("t").uniqueBy("a")).wasAdded()).isTrue();
  }

  @Test
  default void theFirstOfDuplicatesInsideOneBatchIsAdded() throws Exception {
    TaskDraft first = TaskDraft.ready("T").uniqueBy("k");
    TaskDraft other = TaskDraft.ready("T").uniqueBy("l");
    TaskDraft second = TaskDraft.ready("T").uniqueBy("k");
    assertThat(given().addAll(List.of(first, other, second)))
        .containsExactly(
            new AddResult.Added(first.id()),
            new AddResult.Added(other.id()),
            new AddResult.AlreadyExists(first.id()));
    assertThat(store().find(second.id())).isEmpty();
  }

  @Test
  default void theSameIdTwiceInsideOneBatchIsAddedOnce() throws Exception {
    TaskDraft draft = TaskDraft.ready("T").uniqueById();
    assertThat(given().addAll(List.of(draft, draft)))
        .containsExactly(new AddResult.Added(draft.id()), new AddResult.AlreadyExists(draft.id()));
  }

  @Test
  default void aRefusedTaskTakesNoneOfItsKeys() throws Exception {
    TaskDraft first = TaskDraft.ready("T").uniqueBy("k");
    given().added(first);
    TaskDraft refused = TaskDraft.ready("T").uniqueById().uniqueBy("k");
    assertThat(given().add(refused)).isEqualTo(new AddResult.AlreadyExists(first.id()));
    assertThat(given().add(TaskDraft.ready("T").withId(refused.id()).uniqueById()).wasAdded())
        .isTrue();
    TaskDraft inReverse = TaskDraft.ready("T").uniqueBy("l").withId(refused.id()).uniqueById();
    assertThat(given().add(inReverse)).isEqualTo(new AddResult.AlreadyExists(refused.id()));
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("l")).wasAdded()).isTrue();
  }

  @Test
  default void aTaskRefusedInsideABatchFreesItsOtherKeysForTheNext() throws Exception {
    TaskDraft first = TaskDraft.ready("T").uniqueBy("k");
    TaskDraft refused = TaskDraft.ready("T").uniqueById().uniqueBy("k");
    TaskDraft next = TaskDraft.ready("T").withId(refused.id()).uniqueById().uniqueBy("l");
    assertThat(given().addAll(List.of(first, refused, next)))
        .containsExactly(
            new AddResult.Added(first.id()),
            new AddResult.AlreadyExists(first.id()),
            new AddResult.Added(next.id()));
  }

  @Test
  default void oneOfEightRacersGetsAKeyAndSevenNameItsTask() throws Exception {
    for (int round = 0; round < 5; round++) {
      String key = "round " + round;
      List<AddResult> results =
          StoreScenario.race(8, () -> given().add(TaskDraft.ready("T").uniqueBy(key)));
      List<UUID> added =
          results.stream().filter(AddResult::wasAdded).map(AddResult::taskId).toList();
      assertThat(added).hasSize(1);
      Set<UUID> named = new HashSet<>(results.stream().map(AddResult::taskId).toList());
      assertThat(named).containsExactly(added.get(0));
    }
  }

  @Test
  default void racersForSeveralKeysInDifferentOrdersAllComeThrough() throws Exception {
    List<List<String>> orders =
        List.of(List.of("a", "b", "c"), List.of("c", "b", "a"), List.of("b", "c", "a"));
    for (int round = 0; round < 5; round++) {
      String prefix = round + " ";
      List<Long> added =
          StoreScenario.race(
              6,
              () -> {
                int mine = (int) (Thread.currentThread().getId() % orders.size());
                List<TaskDraft> drafts =
                    orders.get(mine).stream()
                        .map(key -> TaskDraft.ready("T").uniqueBy(prefix + key))
                        .toList();
                return given().addAll(drafts).stream().filter(AddResult::wasAdded).count();
              });
      assertThat(added.stream().mapToLong(Long::longValue).sum()).isEqualTo(3);
    }
  }
}
