package dev.baton.tck.contract.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.AddResult;
import dev.baton.task.rule.NewTask;
import dev.baton.tck.contract.StoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The contract for keys that an open transaction takes. */
public interface KeyInTransactionContract extends StoreFixture {

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
              // If the transaction works on a snapshot, it is taken here.
              store().insert(transaction, List.of(TaskDraft.ready("T").uniqueBy("l").build()));
              StoreScenario.promptly(() -> given().add(other));
              assertThat(
                      store()
                          .insert(transaction, List.of(TaskDraft.ready("T").uniqueBy("k").build())))
                  .containsExactly(new AddResult.AlreadyExists(other.id()));
              return true;
            });
  }
}
