package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.AddResult;
import dev.baton.task.HolderRules;
import dev.baton.task.NewTask;
import dev.baton.task.OperatorRules;
import dev.baton.task.Task;
import dev.baton.task.TaskKey;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Who may have a key, and for how long. */
public interface KeyContract extends StoreFixture {
  /** Long enough to be told from nothing, short enough to wait for. */
  Duration SHORT = Duration.ofMillis(150);

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
  default void aTransactionStaysSoundWhenAKeyIsTaken() throws Exception {
    given().add(TaskDraft.ready("T").uniqueBy("k"));
    TaskDraft later = TaskDraft.ready("T");
    transactions()
        .call(
            transaction -> {
              NewTask refused = TaskDraft.ready("T").uniqueBy("k").build();
              assertThat(store().insert(transaction, List.of(refused)).get(0).wasAdded()).isFalse();
              return store().insert(transaction, List.of(later.build()));
            });
    assertThat(store().find(later.id())).isPresent();
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
  default void aTransactionMeetsItsOwnKeys() throws Exception {
    TaskDraft first = TaskDraft.ready("T").uniqueBy("k");
    transactions()
        .call(
            transaction -> {
              store().insert(transaction, List.of(first.build()));
              NewTask second = TaskDraft.ready("T").uniqueBy("k").build();
              assertThat(store().insert(transaction, List.of(second)))
                  .containsExactly(new AddResult.AlreadyExists(first.id()));
              return true;
            });
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
  default void anAddWaitsForTheTransactionThatHasItsKeyAndThenNamesItsTask() throws Exception {
    TaskDraft first = TaskDraft.ready("T").uniqueBy("k");
    CompletableFuture<AddResult> second =
        transactions()
            .call(
                transaction -> {
                  store().insert(transaction, List.of(first.build()));
                  CompletableFuture<AddResult> waiting =
                      StoreScenario.elsewhere(
                          () -> given().add(TaskDraft.ready("T").uniqueBy("k")));
                  StoreScenario.stillWaits(waiting);
                  return waiting;
                });
    assertThat(StoreScenario.answer(second)).isEqualTo(new AddResult.AlreadyExists(first.id()));
  }

  @Test
  default void aKeyIsFreeWhenTheTransactionThatTookItRollsBack() throws Exception {
    CompletableFuture<CompletableFuture<AddResult>> second = new CompletableFuture<>();
    assertThatThrownBy(
            () ->
                transactions()
                    .call(
                        transaction -> {
                          NewTask first = TaskDraft.ready("T").uniqueBy("k").build();
                          store().insert(transaction, List.of(first));
                          CompletableFuture<AddResult> waiting =
                              StoreScenario.elsewhere(
                                  () -> given().add(TaskDraft.ready("T").uniqueBy("k")));
                          StoreScenario.stillWaits(waiting);
                          second.complete(waiting);
                          throw new IllegalStateException("rolled back");
                        }))
        .hasMessage("rolled back");
    assertThat(StoreScenario.answer(StoreScenario.answer(second)).wasAdded()).isTrue();
  }

  @Test
  default void aKeyTakenAfterTheTransactionBeganIsSeen() throws Exception {
    TaskDraft other = TaskDraft.ready("T").uniqueBy("k");
    transactions()
        .call(
            transaction -> {
              // Whatever snapshot the transaction works on is taken here.
              store().insert(transaction, List.of(TaskDraft.ready("T").uniqueBy("l").build()));
              StoreScenario.promptly(() -> given().add(other));
              assertThat(
                      store()
                          .insert(transaction, List.of(TaskDraft.ready("T").uniqueBy("k").build())))
                  .containsExactly(new AddResult.AlreadyExists(other.id()));
              return true;
            });
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

  @Test
  default void aKeyIsFreeWhenItsTaskHasFinished() throws Exception {
    given().done(TaskDraft.ready("T").uniqueBy("k"), StoreScenario.KEEP);
    TaskDraft second = TaskDraft.ready("T").uniqueBy("k");
    assertThat(given().add(second).wasAdded()).isTrue();
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")))
        .isEqualTo(new AddResult.AlreadyExists(second.id()));
  }

  @Test
  default void aKeyIsFreeWhenItsTaskIsCancelledOrForgotten() throws Exception {
    Task cancelled = given().added(TaskDraft.ready("T").uniqueBy("k"));
    given().applied(OperatorRules.cancel(cancelled, "not wanted", StoreScenario.KEEP));
    Task forgotten = given().claimed(TaskDraft.ready("T").uniqueBy("k"), UUID.randomUUID());
    given().applied(HolderRules.done(forgotten, null, Duration.ZERO));
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")).wasAdded()).isTrue();
  }

  @Test
  default void aKeyHeldForAPeriodOutlivesItsTask() throws Exception {
    TaskKey.Hold hold = new TaskKey.Hold(Duration.ofDays(1), false);
    TaskDraft kept = TaskDraft.ready("T").uniqueBy("kept", hold);
    given().done(kept, Duration.ofHours(1));
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("kept")))
        .isEqualTo(new AddResult.AlreadyExists(kept.id()));
    TaskDraft gone = TaskDraft.ready("T").uniqueBy("gone", hold);
    Task held = given().claimed(gone, UUID.randomUUID());
    given().applied(HolderRules.done(held, null, Duration.ZERO));
    store().prune(100);
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("gone")))
        .isEqualTo(new AddResult.AlreadyExists(gone.id()));
  }

  @Test
  default void aKeyHeldForAPeriodIsFreeAfterIt() throws Exception {
    TaskKey.Hold hold = new TaskKey.Hold(SHORT, false);
    given().done(TaskDraft.ready("T").uniqueBy("k", hold), StoreScenario.KEEP);
    passTime(SHORT.plusMillis(50));
    TaskDraft second = TaskDraft.ready("T").uniqueBy("k", hold);
    assertThat(given().add(second)).isEqualTo(new AddResult.Added(second.id()));
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")))
        .isEqualTo(new AddResult.AlreadyExists(second.id()));
  }

  @Test
  default void aLiveTaskKeepsItsKeyThoughThePeriodIsOver() throws Exception {
    TaskKey.Hold hold = new TaskKey.Hold(Duration.ofMillis(1), false);
    TaskDraft first = TaskDraft.ready("T").uniqueBy("k", hold);
    given().added(first);
    passTime(Duration.ofMillis(20));
    store().prune(100);
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")))
        .isEqualTo(new AddResult.AlreadyExists(first.id()));
  }

  @Test
  default void aKeyHeldWhileKeptIsTakenAsLongAsTheFinishedTaskIsKept() throws Exception {
    TaskKey.Hold hold = new TaskKey.Hold(Duration.ZERO, true);
    TaskDraft first = TaskDraft.ready("T").uniqueBy("k", hold);
    given().done(first, SHORT);
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")))
        .isEqualTo(new AddResult.AlreadyExists(first.id()));
    passTime(SHORT.plusMillis(50));
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")).wasAdded()).isTrue();
  }

  @Test
  default void aKeyHeldWhileKeptIsFreeWhenNothingIsKept() throws Exception {
    TaskKey.Hold hold = new TaskKey.Hold(Duration.ZERO, true);
    Task held = given().claimed(TaskDraft.ready("T").uniqueBy("k", hold), UUID.randomUUID());
    given().applied(HolderRules.done(held, null, Duration.ZERO));
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")).wasAdded()).isTrue();
  }

  @Test
  default void anIdIsTakenAsLongAsItsFinishedTaskIsKeptWhateverTheKeySays() throws Exception {
    TaskDraft plain = TaskDraft.ready("T");
    TaskKey.Hold whileLive = new TaskKey.Hold(Duration.ZERO, false);
    TaskKey id = new TaskKey(TaskKey.Kind.ID, plain.id().toString(), whileLive);
    TaskDraft draft =
        new TaskDraft(
            plain.id(),
            "T",
            "default",
            "",
            5,
            null,
            plain.context(),
            plain.placement(),
            List.of(id));
    given().done(draft, StoreScenario.KEEP);
    assertThat(given().add(draft)).isEqualTo(new AddResult.AlreadyExists(draft.id()));
  }

  @Test
  default void anIdMayBeUsedAgainAfterItsFinishedTaskIsNoLongerKept() throws Exception {
    TaskDraft draft = TaskDraft.ready("T").uniqueById();
    given().done(draft, SHORT);
    passTime(SHORT.plusMillis(50));
    // Not pruned yet: the old row may still lie there, and must not be in the way of the new one.
    assertThat(given().add(draft)).isEqualTo(new AddResult.Added(draft.id()));
    Task again = given().claim(given().find(draft.id()), UUID.randomUUID());
    given().applied(HolderRules.failed(again, "second life", StoreScenario.KEEP));
    assertThat(given().finished(draft.id()).error()).isEqualTo("second life");
    store().prune(100);
    assertThat(given().finished(draft.id()).error()).isEqualTo("second life");
  }

  @Test
  default void keysAreSettledWithTheTransactionThatFinishesTheirTask() throws Exception {
    Task held = given().claimed(TaskDraft.ready("T").uniqueBy("k"), UUID.randomUUID());
    assertThatThrownBy(
            () ->
                transactions()
                    .call(
                        transaction -> {
                          store()
                              .apply(transaction, HolderRules.done(held, null, StoreScenario.KEEP));
                          throw new IllegalStateException("rolled back");
                        }))
        .hasMessage("rolled back");
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")))
        .isEqualTo(new AddResult.AlreadyExists(held.id()));
    transactions()
        .call(
            transaction ->
                store().apply(transaction, HolderRules.done(held, null, StoreScenario.KEEP)));
    assertThat(given().add(TaskDraft.ready("T").uniqueBy("k")).wasAdded()).isTrue();
  }
}
