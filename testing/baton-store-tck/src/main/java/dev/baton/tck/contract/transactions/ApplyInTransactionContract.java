package dev.baton.tck.contract.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.Guard;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.SweepRules;
import dev.baton.task.rule.Transition;
import dev.baton.tck.contract.StoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The contract for transitions in a transaction, and for transitions that conflict with one. */
public interface ApplyInTransactionContract extends StoreFixture {

  @Test
  default void aTransitionInATransactionCountsWhenThatCommits() throws Exception {
    Task held = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    transactions()
        .call(
            transaction -> {
              assertThat(
                      store().apply(transaction, HolderRules.done(held, null, StoreScenario.KEEP)))
                  .isTrue();
              assertThat(StoreScenario.promptly(() -> store().find(held.id()))).isPresent();
              assertThat(StoreScenario.promptly(() -> store().findFinished(held.id()))).isEmpty();
              return true;
            });
    assertThat(store().find(held.id())).isEmpty();
    assertThat(given().finished(held.id()).status()).isEqualTo(Status.DONE);
  }

  @Test
  default void aTransitionInATransactionIsUndoneWithIt() throws Exception {
    Task held = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    assertThatThrownBy(
            () ->
                transactions()
                    .call(
                        transaction -> {
                          store().apply(transaction, HolderRules.error(held, "no"));
                          throw new IllegalStateException("rolled back");
                        }))
        .hasMessage("rolled back");
    assertThat(given().find(held.id())).isEqualTo(held);
    given().applied(HolderRules.done(held, null, StoreScenario.KEEP));
  }

  @Test
  default void aRefusedTransitionLeavesItsTransactionSound() throws Exception {
    Task held = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
    TaskDraft next = TaskDraft.ready("T");
    transactions()
        .call(
            transaction -> {
              Transition stale = cancel(held.id(), new Guard(1, Status.READY, null, false));
              assertThat(store().apply(transaction, stale)).isFalse();
              return store().insert(transaction, List.of(next.build()));
            });
    assertThat(store().find(next.id())).isPresent();
    assertThat(given().find(held.id())).isEqualTo(held);
  }

  @Test
  default void aTransactionMayFinishItsTaskAndAddTheNext() throws Exception {
    Task held = given().claimed(TaskDraft.ready("T").uniqueBy("k"), UUID.randomUUID());
    TaskDraft next = TaskDraft.ready("T").uniqueBy("k");
    transactions()
        .call(
            transaction -> {
              store().apply(transaction, HolderRules.done(held, null, StoreScenario.KEEP));
              return store().insert(transaction, List.of(next.build()));
            });
    assertThat(store().find(next.id())).isPresent();
  }

  @Test
  default void aTransitionWaitsForATransactionThatChangedItsRowAndJudgesWhatThatLeft()
      throws Exception {
    for (boolean commits : new boolean[] {true, false}) {
      Task held = given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
      CompletableFuture<CompletableFuture<List<Boolean>>> other = new CompletableFuture<>();
      try {
        transactions()
            .call(
                transaction -> {
                  store().apply(transaction, HolderRules.error(held, "no"));
                  CompletableFuture<List<Boolean>> cancelling =
                      StoreScenario.elsewhere(
                          () ->
                              store()
                                  .apply(
                                      List.of(
                                          OperatorRules.cancel(held, "c", StoreScenario.KEEP))));
                  StoreScenario.stillWaits(cancelling);
                  other.complete(cancelling);
                  if (!commits) {
                    throw new IllegalStateException("rolled back");
                  }
                  return true;
                });
      } catch (IllegalStateException expected) {
        assertThat(commits).isFalse();
      }
      assertThat(StoreScenario.answer(StoreScenario.answer(other))).containsExactly(!commits);
    }
  }

  @Test
  default void oneOfEightRacersAppliesAndSevenAreRefused() throws Exception {
    for (int round = 0; round < 5; round++) {
      Task task = given().added(TaskDraft.held("T", UUID.randomUUID(), TaskDraft.PAST));
      Transition lost = SweepRules.lost(task, StoreScenario.HINT_EXPIRY);
      List<List<Boolean>> verdicts = StoreScenario.race(8, () -> store().apply(List.of(lost)));
      assertThat(verdicts).filteredOn(verdict -> verdict.get(0)).hasSize(1);
      assertThat(given().find(task.id()).position().version()).isEqualTo(2);
    }
  }

  private static Transition cancel(UUID id, Guard guard) {
    return new Transition(
        Rule.CANCEL,
        id,
        guard,
        new Change.Finish(Status.CANCELLED, null, StoreScenario.KEEP),
        "cancelled by the contract");
  }
}
